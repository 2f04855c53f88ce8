export const themes = ['auto', 'light', 'dark'] as const
/** A color theme: the system's or a fixed one. */
export type Theme = (typeof themes)[number]

/**
 * Returns the theme chosen in this browser. It is stored in a cookie, so that the server's document already
 * has it.
 */
export const chosenTheme = (): Theme =>
  themes.find((theme) => document.cookie.split('; ').includes(`theme=${theme}`)) ?? 'auto'

/**
 * Applies the chosen theme. Documents from the server already have it, but the one stored by the service
 * worker doesn't.
 */
export function applyTheme(theme = chosenTheme()) {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset['theme']
  else dataset['theme'] = theme
  // The color of the browser's own toolbar.
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
