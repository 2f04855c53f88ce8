import type { Counts } from './rules.ts'
import style from './Exchange.module.css'
import { t } from '#shared/language.ts'

const words: Record<keyof Counts, string> = {
  courses: 'Courses',
  levels: 'Levels',
  chapters: 'Chapters',
  sections: 'Sections',
  questions: 'Questions',
  hints: 'Hints',
  visuals: 'Pictures',
}

/** Numbers of courses, levels, chapters and so on. */
export function Amounts({ counts }: { counts: Counts }) {
  return (
    <dl className={`${style.amounts} grid gap-3`}>
      {(Object.keys(words) as (keyof Counts)[]).map((each) => (
        <div key={each}>
          <dt>{t(words[each])}</dt>
          <dd data-figures>{counts[each].toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
