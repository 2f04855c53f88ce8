interface ImportMetaEnv {
  /** Another host for the API, the websocket or the visuals (spec §7). Without it, this origin is used. */
  readonly VITE_API_BASE?: string
  readonly VITE_LIVE_URL?: string
}

/** The version of package.json. */
declare const __VERSION__: string
/** Short id of the commit that was built, or an empty text. */
declare const __COMMIT__: string

/**
 * The part of Trusted Types (w3c.github.io/trusted-types) that is used here. Not every browser has it. The
 * results of a policy are typed as strings.
 */
type TrustedPolicy = Record<'createHTML' | 'createScriptURL', (text: string) => string>
declare var trustedTypes:
  | { createPolicy: (name: string, rules: Partial<TrustedPolicy>) => TrustedPolicy }
  | undefined

/** Answers requested before the page's own scripts had loaded (`early.ts`), by address. */
declare var early: Map<string, Promise<Response>> | undefined
