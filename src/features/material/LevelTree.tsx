import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { reader, t } from '#shared/language.ts'
import { pluralOf } from '#shared/text.ts'
import type { Chapter } from './api.ts'
import type { Place } from './LevelFrame.tsx'
import { numBefore, type Section, totals } from './rules.ts'
import { ReviewStatus } from './ReviewProgress.tsx'
import style from './LevelTree.module.css'

/** Routes to a section of a chapter or of its test. */
export const sectionPages = {
  chapter: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
  test: '/material-editor/$levelId/$chapterNum/test/$sectionNum',
} as const

/**
 * Tree of a level's chapters. Each expands to show its sections and those of its test; the current one
 * expands automatically.
 */
export function LevelTree({ place, chapters }: { place: Place; chapters: Chapter[] }) {
  const { levelId, chapterNum, sectionNum } = place
  const [open, setOpen] = useState<readonly number[]>(chapterNum ? [chapterNum] : [])
  const [at, setAt] = useState(chapterNum)
  if (chapterNum !== at) {
    setAt(chapterNum)
    if (chapterNum && !open.includes(chapterNum)) setOpen([...open, chapterNum])
  }
  const toggle = (num: number) =>
    setOpen(open.includes(num) ? open.filter((each) => each !== num) : [...open, num])
  if (chapters.length === 0) return <p className="pad-2 quiet">{t('No chapters yet')}</p>
  return (
    <ul className={style.tree}>
      {chapters.map(({ num, name, sections, test }) => {
        const isOpen = open.includes(num)
        return (
          <li key={num}>
            <span
              className={`${style.chapter} row middle rounded`}
              data-current={(num === chapterNum && !sectionNum) || undefined}
            >
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={t('Sections in {name}', { name })}
                disabled={sections.length + (test?.sections.length ?? 0) === 0}
                onClick={() => toggle(num)}
              >
                <ChevronRight size={16} aria-hidden />
              </button>
              <Link
                to="/material-editor/$levelId/$chapterNum"
                params={{ levelId, chapterNum: String(num) }}
                activeOptions={{ exact: true }}
                aria-current={num === chapterNum && !sectionNum ? 'page' : undefined}
              >
                <span className={style.num}>{numBefore({ num, name })}</span>{' '}
                <span className="grow">{name}</span>
                <ReviewStatus of={totals([...sections, ...(test?.sections ?? [])])} narrow />
              </Link>
            </span>
            {isOpen && sections.length > 0 && (
              <Sections place={place} in={{ levelId, chapterNum: num }} sections={sections} />
            )}
            {isOpen && test && test.sections.length > 0 && (
              <>
                <p className={`${style.test} fine-print bold`}>{test.name}</p>
                <Sections
                  place={place}
                  in={{ levelId, chapterNum: num, test: true }}
                  sections={test.sections}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Links to the sections of a chapter or of its test. */
function Sections({
  place,
  in: at,
  sections,
}: {
  place: Place
  in: Place & { chapterNum: number }
  sections: Section[]
}) {
  const { levelId, chapterNum, test = false } = at
  const isHere = place.chapterNum === chapterNum && (place.test ?? false) === test
  return (
    <ul>
      {sections.map((section) => (
        <li key={section.num}>
          <Link
            className={style.section}
            to={sectionPages[test ? 'test' : 'chapter']}
            params={{ levelId, chapterNum: String(chapterNum), sectionNum: String(section.num) }}
            aria-current={isHere && section.num === place.sectionNum ? 'page' : undefined}
          >
            <span>{section.name}</span>
            <span className={`${style.count} inline-row middle gap-2`} data-figures>
              {section.questions.toLocaleString(reader().tag)}
              <span className="visually-hidden"> {pluralOf('question')}</span>
              <ReviewStatus of={section} narrow />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
