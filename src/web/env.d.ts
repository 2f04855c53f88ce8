interface ImportMetaEnv {
  /** Another host for the API, the websocket or the visuals (spec §7); this origin when not set. */
  readonly VITE_API_BASE?: string
  readonly VITE_LIVE_URL?: string
}

/** The version of package.json. */
declare const __VERSION__: string
