/**
 * Returns the nonce that the content security policy requires for the page's style elements, or '' if the
 * document has none. Every document has a new one.
 */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
