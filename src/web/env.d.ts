interface ImportMetaEnv {
  /**
   * URLs of the API and of the WebSocket, if they are on another host (spec §7). By default, they are on this
   * origin.
   */
  readonly VITE_API_BASE?: string
  readonly VITE_LIVE_URL?: string
}

/** The version in package.json. */
declare const __VERSION__: string
/** Short id of the commit that was built, or an empty string. */
declare const __COMMIT__: string

/**
 * The part of Trusted Types (w3c.github.io/trusted-types) that is used here. Not every browser supports it.
 * The results of a policy are typed as strings.
 */
type TrustedPolicy = Record<'createHTML' | 'createScriptURL', (text: string) => string>
declare var trustedTypes:
  | { createPolicy: (name: string, rules: Partial<TrustedPolicy>) => TrustedPolicy }
  | undefined

/**
 * Responses requested before the page's own scripts have loaded (`early-reads.ts`), by URL, with the times at
 * which they arrived.
 */
declare var early: Map<string, Promise<{ response: Response; arrivedAt: number }>> | undefined
