/**
 * Invisible placeholder for a part that shows nothing until its data arrives, and possibly not even then.
 * Where parts appear in order (`layout.css`), the parts below wait for it.
 */
export const Loading = () => <span data-loading hidden />
