import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { material, type Chapter, type Level } from './api.ts'
import { LevelTree, sectionPages } from './LevelTree.tsx'
import style from './LevelFrame.module.css'

/**
 * Place of a page in the material. `test` means the chapter's test, whose sections have their own numbers.
 */
export type Place = {
  levelId: string
  chapterNum?: number
  sectionNum?: number
  test?: boolean
  /** Title of a question in the section. */
  question?: string
}

/** Returns the sections of the chapter, or of its test. */
export const sectionsAt = (chapters: readonly Chapter[], { chapterNum, test = false }: Place) => {
  const chapter = chapters.find(({ num }) => num === chapterNum)
  return (test ? chapter?.test?.sections : chapter?.sections) ?? []
}

type LevelFrameProps = {
  place: Place
  children: (level: Level, chapters: Chapter[]) => ReactNode
  /** True if the page has its own full-width columns, so that only the breadcrumbs are shown. */
  wide?: boolean
}

/** Frame of a page within a level: breadcrumbs above, chapters and sections on the left. */
export function LevelFrame({ place, children, wide = false }: LevelFrameProps) {
  const level = useQuery(read(material.level, { id: place.levelId }))
  const chapters = useQuery(read(material.chapters, { levelId: place.levelId }))
  const names = level.data && chapters.data ? namesOf(level.data, chapters.data, place) : null
  useTitle(names && names.toReversed().join(' · '))
  const failed = level.error ?? chapters.error
  if (level.data && chapters.data && names)
    return (
      <div className={`${style.page} stack gap-4 wide`} data-wide={wide || undefined}>
        <Breadcrumbs names={names} place={place} />
        {wide ? (
          children(level.data, chapters.data)
        ) : (
          <div className={`${style.columns} grid top gap-6`}>
            <nav className={style.side} aria-label={t('Chapters and sections')}>
              <LevelTree place={place} chapters={chapters.data} />
            </nav>
            <div className="stack gap-4 shrinks">{children(level.data, chapters.data)}</div>
          </div>
        )}
      </div>
    )
  return (
    <div className={`${style.page} stack gap-4 wide`}>
      <Breadcrumbs names={[t('Level')]} place={{ levelId: place.levelId }} />
      {failed ? (
        <ErrorState
          page
          title={t('This level couldn’t be loaded.')}
          message={sentenceFor(failed)}
          busy={level.isFetching || chapters.isFetching}
          onRetry={() => void Promise.all([level.refetch(), chapters.refetch()])}
        />
      ) : (
        <Skeleton label={t('Loading the level')} lines={8} height="2.5rem" />
      )}
    </div>
  )
}

/** Returns the names for the breadcrumbs, from the level down. */
function namesOf(level: Level, chapters: readonly Chapter[], place: Place) {
  const { chapterNum, sectionNum, test = false, question } = place
  const chapter = chapters.find(({ num }) => num === chapterNum)
  const section = sectionsAt(chapters, place).find(({ num }) => num === sectionNum)
  const named = section?.name ?? t('Section {sectionNum}', { sectionNum })
  const below = [
    chapterNum && (chapter?.name ?? t('Chapter {chapterNum}', { chapterNum })),
    sectionNum && (test ? `${chapter?.test?.name ?? t('Test')} · ${named}` : named),
    question,
  ]
  return [`${level.course} · ${level.name}`, ...below].filter((name) => typeof name === 'string')
}

function Breadcrumbs({
  names,
  place: { levelId, chapterNum, sectionNum, test },
}: {
  names: string[]
  place: Place
}) {
  const links = [
    <Link key="level" to="/material-editor/$levelId" params={{ levelId }}>
      {names[0]}
    </Link>,
    <Link
      key="chapter"
      to="/material-editor/$levelId/$chapterNum"
      params={{ levelId, chapterNum: String(chapterNum) }}
    >
      {names[1]}
    </Link>,
    <Link
      key="section"
      to={sectionPages[test ? 'test' : 'chapter']}
      params={{ levelId, chapterNum: String(chapterNum), sectionNum: String(sectionNum) }}
    >
      {names[2]}
    </Link>,
  ]
  return (
    <nav className={style.way} aria-label={t('You are here')}>
      <ol>
        <li>
          <Link to="/material-editor">{t('Material editor')}</Link>
        </li>
        {names.map((name, depth) => (
          <li key={name}>
            <ChevronRight size={14} aria-hidden />
            {depth < names.length - 1 ? links[depth] : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
