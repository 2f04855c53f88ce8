/**
 * Invisible placeholder for a part that shows nothing until its data arrives, and maybe not even then. Where
 * parts appear in order (`layout.css`), the ones below wait for it.
 */
export const Loading = () => <span data-loading hidden />
