/**
 * Invisible placeholder for a part that shows nothing until its data arrives, and possibly not even then.
 * The parts below wait for it where parts appear in order (`layout.css`).
 */
export const Loading = () => <span data-loading hidden />
