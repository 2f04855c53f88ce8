import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { LevelFrame, sectionsAt } from '#features/material/LevelFrame.tsx'
import { type Question, questions } from '../api.ts'
import { t } from '#shared/language.ts'
import type { SectionPlace } from '../listing/question-pages.ts'
import { sentences } from '#shared/problem.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Editor } from './Editor.tsx'

type EditorPageProps = {
  place: SectionPlace
  id: string
  behind: number | undefined
  /** Offers to regrade the answers to a question whose key has changed. */
  RegradeOffer: ComponentType<{ id: string }>
}

const isAt = ({ levelId, chapterNum, test, section }: Question, place: SectionPlace) =>
  levelId === place.levelId &&
  chapterNum === place.chapterNum &&
  test === place.test &&
  section.num === place.sectionNum

/** Editor for an existing question or a new one. */
export function EditorPage({ place, id, behind, RegradeOffer }: EditorPageProps) {
  const isNew = id === 'new'
  const [written, setWritten] = useState(0)
  const [opened, setOpened] = useState('')
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read(questions.one, { id }),
    enabled: !isNew,
  })
  // Opens the form only once the data is fresh, so that it includes a colleague's changes. Later updates
  // don't replace the user's input.
  if (data && opened !== id && (isFetchedAfterMount || !isFetching)) setOpened(id)
  const question = isNew ? t('New question') : t('Question{value}', { value: data ? ` ${data.num}` : '' })
  return (
    <LevelFrame place={{ ...place, question }} wide>
      {(_, chapters) => {
        const isThere = sectionsAt(chapters, place).some(({ num }) => num === place.sectionNum)
        if (!isThere)
          return (
            <ErrorState
              page
              title={t('There is no section {sectionNum}.', { sectionNum: place.sectionNum })}
              message={t(sentences.notFound)}
            />
          )
        if (isNew)
          return (
            <Editor
              key={`new ${written}`}
              place={place}
              question={null}
              behind={behind}
              RegradeOffer={RegradeOffer}
              onAnother={() => setWritten(written + 1)}
            />
          )
        if (data && !isAt(data, place))
          return (
            <ErrorState
              page
              title={t('This question isn’t in this section.')}
              message={t(sentences.notFound)}
            />
          )
        if (data && opened === id)
          return (
            <Editor key={id} place={place} question={data} RegradeOffer={RegradeOffer} onAnother={null} />
          )
        if (!error) return <Skeleton label={t('Loading the question')} lines={8} height="2.5rem" />
        const message = sentenceFor(error)
        return (
          <ErrorState
            page
            title={t('This question couldn’t be loaded.')}
            message={message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      }}
    </LevelFrame>
  )
}
