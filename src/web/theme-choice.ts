export const themes = ['auto', 'light', 'dark'] as const
/** A color theme: that of the system, or a fixed one. */
export type Theme = (typeof themes)[number]

/** The theme chosen on this browser. A cookie stores it, so that the server's document has it at once. */
export const chosenTheme = (): Theme =>
  themes.find((theme) => document.cookie.split('; ').includes(`theme=${theme}`)) ?? 'auto'

/**
 * Shows the chosen theme. Documents of the server have it already; the service worker's stored one does not.
 */
export function applyTheme(theme = chosenTheme()) {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset['theme']
  else dataset['theme'] = theme
  // The color of the browser's own bar.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const of = meta.dataset['of'] ?? ''
    meta.media = theme === 'auto' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}

const year = 365 * 24 * 60 * 60

export function chooseTheme(theme: Theme) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `theme=${theme}; path=/; max-age=${theme === 'auto' ? 0 : year}; samesite=lax${secure}`
  applyTheme(theme)
}
