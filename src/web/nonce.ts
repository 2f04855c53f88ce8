/** What the page's own style elements carry, so that the content security policy lets them in; made anew with every page. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
