import { FileText, Image, Music, Video } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { ShownFile } from '../../../state/message';
import { inSight } from '../shell/words';

const icons = { image: Image, video: Video, document: FileText, audio: Music };
const names = { image: 'Picture', video: 'Video', document: 'Document', audio: 'Sound' };

/** A file of a message: the picture, video or sound itself where it can be loaded, and its name otherwise. */
export function FilePart({ file: { kind, url } }: { file: ShownFile }) {
	const [failed, setFailed] = useState(false);
	const isSafe = /^https?:/i.test(url);
	const onError = () => setFailed(true);
	if (isSafe && !failed) {
		if (kind === 'image') return <img class="media" src={url} alt="Picture" onError={onError} />;
		if (kind === 'video') {
			return (
				<video class="media" src={url} controls onError={onError}>
					<track kind="captions" />
				</video>
			);
		}
		if (kind === 'audio') return <audio class="media" src={url} controls onError={onError} />;
	}
	const Icon = icons[kind];
	const name = decodeName(url);
	return (
		<a
			class="file"
			href={isSafe ? url : undefined}
			title={url}
			target="_blank"
			rel="noopener noreferrer"
		>
			<Icon size={26} aria-hidden="true" />
			<span>
				<b>{inSight(name)}</b>
				<small class="quiet">
					{names[kind]}
					{failed && ', cannot be loaded from here'}
				</small>
			</span>
		</a>
	);
}

function decodeName(url: string): string {
	const last = url.split(/[?#]/)[0].split('/').pop() ?? '';
	try {
		return decodeURIComponent(last) || url;
	} catch {
		return last;
	}
}
