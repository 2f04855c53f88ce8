/**
 * Stands for a part that is invisible until its data has arrived, and perhaps even then. Where parts appear
 * in order (`layout.css`), the ones below wait for it.
 */
export const Loading = () => <span data-loading hidden />
