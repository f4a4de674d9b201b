import type { FastifyInstance } from 'fastify';
import { pageFiles } from './files';

/** Nothing is loaded or run but the page's own files; pictures and sounds of messages come from anywhere. */
const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"connect-src 'self'",
	"img-src 'self' data: http: https:",
	'media-src http: https:',
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** The page that shows the phones: `/`, and the files it loads. It talks to the control interface only. */
export async function pageRoutes(server: FastifyInstance): Promise<void> {
	for (const [path, name] of Object.entries({
		'/': 'index.html',
		'/page/app.js': 'app.js',
		'/page/app.css': 'app.css',
		'/page/icon.svg': 'icon.svg',
	} as const)) {
		server.get(path, async (_request, reply) => {
			const { type, content } = (await pageFiles())[name];
			return await reply
				.headers({
					'Content-Security-Policy': contentSecurityPolicy,
					'X-Content-Type-Options': 'nosniff',
					'Referrer-Policy': 'no-referrer',
					'Cache-Control': 'no-cache',
				})
				.type(type)
				.send(content);
		});
	}
}
