import { StatusMark } from '#features/material/StatusMark.tsx'
import { t } from '#shared/language.ts'
import { kindScreens } from '../kinds/KindScreens.tsx'
import { QuestionLink } from '../listing/QuestionLink.tsx'
import type { Excerpt as Pieces, FoundQuestion } from './api.ts'
import { Excerpt } from './Excerpt.tsx'
import style from './SearchPage.module.css'

/** Questions found by a search, each with its place and excerpts that contain the search words. */
export const FoundList = ({ lines, busy }: { lines: readonly FoundQuestion[]; busy: boolean }) => (
  <ol className={`${style.list} card`} aria-label={t('Questions found')} aria-busy={busy}>
    {lines.map((question) => (
      <FoundRow key={question._id} question={question} />
    ))}
  </ol>
)

function FoundRow({ question }: { question: FoundQuestion }) {
  const { _id, num, status, kind, course, levelId, level, chapterNum, chapter, test, section } = question
  const { text, hint, answer } = question
  const way = [course, level, chapter, test ? `${t('Test')} · ${section.name}` : section.name]
  return (
    <li className={`${style.row} stack gap-1 pad-2-4`}>
      <span className="cluster middle apart gap-1-3">
        <span className="small quiet breakable">{way.join(' › ')}</span>
        <span className="cluster middle gap-1-3 small">
          <span className="quiet">{t(kindScreens[kind].label)}</span>
          <StatusMark status={status} />
        </span>
      </span>
      <QuestionLink
        place={{ levelId, chapterNum, sectionNum: section.num, test }}
        id={_id}
        className={`${style.link} ink no-underline breakable`}
      >
        <span className="bold" data-figures>
          {t('Question {num}', { num })}
        </span>{' '}
        <Excerpt pieces={text} />
      </QuestionLink>
      <Part label={t('Answer')} pieces={answer} />
      <Part label={t('Hint')} pieces={hint} />
    </li>
  )
}

function Part({ label, pieces }: { label: string; pieces: Pieces | null }) {
  if (!pieces) return null
  return (
    <p className="small breakable">
      <span className="quiet">{label}:</span> <Excerpt pieces={pieces} />
    </p>
  )
}
