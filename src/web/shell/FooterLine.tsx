import { useState } from 'react'
import { t } from '#shared/language.ts'
import { chosenTheme, chooseTheme, themes, type Theme } from '../theme-choice.ts'
import style from './FooterLine.module.css'

const year = new Date().getFullYear()

const words: Record<Theme, string> = { auto: 'Auto', light: 'Light', dark: 'Dark' }

/** The line in every footer (spec §2): the copyright and a choice of this browser's theme. */
export function FooterLine() {
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <>
      © {year} Blended Learning
      <label className={`${style.label} inline-row middle gap-1`}>
        {t('Theme')}
        <select
          className={`${style.theme} rounded target`}
          value={theme}
          onChange={({ target }) => choose(themes.find((each) => each === target.value) ?? 'auto')}
        >
          {themes.map((each) => (
            <option key={each} value={each}>
              {t(words[each])}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
