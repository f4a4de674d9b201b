/**
 * Answers questions at the same moment.
 *
 * @param links of the messages; each answer is "approve" at even places, "decline" at odd ones
 * @returns the pages that came back
 */
export async function answerAtOnce(links: string[]): Promise<string[]> {
	return await Promise.all(
		links.map(async (link, index) => {
			const body = new FormData();
			body.append('decision', index % 2 === 0 ? 'approve' : 'decline');
			const answer = await fetch(link, { method: 'POST', body });
			return await answer.text();
		}),
	);
}
