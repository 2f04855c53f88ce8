import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { plain } from '#shared/text.ts'
import type { Chapter } from './api.ts'
import type { Place } from './LevelFrame.tsx'
import style from './LevelTree.module.css'

/** The chapters of a level; each opens to its sections, the current one by itself. */
export function LevelTree({ place: { levelId, chapterNum, sectionNum }, chapters }: { place: Place; chapters: Chapter[] }) {
  const [open, setOpen] = useState<readonly number[]>(chapterNum ? [chapterNum] : [])
  const [at, setAt] = useState(chapterNum)
  if (chapterNum !== at) {
    setAt(chapterNum)
    if (chapterNum && !open.includes(chapterNum)) setOpen([...open, chapterNum])
  }
  const toggle = (num: number) => setOpen(open.includes(num) ? open.filter((each) => each !== num) : [...open, num])
  if (chapters.length === 0) return <p className={style.none}>No chapters yet</p>
  return (
    <ul className={style.tree}>
      {chapters.map(({ num, name, sections }) => {
        const isOpen = open.includes(num)
        return (
          <li key={num}>
            <span className={style.chapter} data-current={(num === chapterNum && !sectionNum) || undefined}>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={`Sections of ${plain(name)}`}
                disabled={sections.length === 0}
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
                <span className={style.num}>{num}</span> {plain(name)}
              </Link>
            </span>
            {isOpen && sections.length > 0 && (
              <ul>
                {sections.map((section) => (
                  <li key={section.num}>
                    <Link
                      className={style.section}
                      to="/material-editor/$levelId/$chapterNum/chapter/$sectionNum"
                      params={{ levelId, chapterNum: String(num), sectionNum: String(section.num) }}
                      aria-current={num === chapterNum && section.num === sectionNum ? 'page' : undefined}
                    >
                      <span>{plain(section.name)}</span>
                      <span className={style.count} data-figures aria-label={`${section.questions} questions`}>
                        {section.questions.toLocaleString('en')}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}
