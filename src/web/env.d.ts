interface ImportMetaEnv {
  /** Another host for the API, the websocket or the visuals (spec §7); this origin when not set. */
  readonly VITE_API_BASE?: string
  readonly VITE_LIVE_URL?: string
}

/** The version of package.json. */
declare const __VERSION__: string

/** Trusted Types (w3c.github.io/trusted-types), as far as they are used here; not every browser has them. What a policy makes passes for text. */
type TrustedPolicy = Record<'createHTML' | 'createScriptURL', (text: string) => string>
declare var trustedTypes: { createPolicy: (name: string, rules: Partial<TrustedPolicy>) => TrustedPolicy } | undefined
