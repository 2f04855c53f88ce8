/**
 * Nonce of the page's own style elements, which the content security policy requires; new with every page.
 */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
