/**
 * Invisible placeholder for a part of a page that shows nothing while it loads, and may turn out to be empty.
 * On pages whose parts appear in order (`layout.css`), the parts below wait for it.
 */
export const Loading = () => <span data-loading hidden />
