/** Nonce of the page's style elements for the content security policy. New for every page. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
