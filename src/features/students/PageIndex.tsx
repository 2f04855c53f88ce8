import { t } from '#shared/language.ts'
import { anchorOf } from './Part.tsx'
import style from './Students.module.css'

/** Links to the parts of a long page. */
export const PageIndex = ({ titles }: { titles: readonly string[] }) => (
  <nav className={`${style.index} cluster`} aria-label={t('On this page')}>
    {titles.map((title) => (
      <a key={title} href={`#${anchorOf(title)}`}>
        {title}
      </a>
    ))}
  </nav>
)
