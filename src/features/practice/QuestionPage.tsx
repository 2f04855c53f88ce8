import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { SavedState } from '#ui/SavedState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { prepare } from '#features/questions/answering/use-later.ts'
import { plain } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { sentenceFor } from '#web/snack.tsx'
import type { Work } from './api.ts'
import { ownSections, ownWork } from './doing/api.ts'
import { Question, type Step } from './Question.tsx'
import style from './QuestionPage.module.css'

const page = getRouteApi('/family/student/homework/$hwId/sections/$sectionNum/questions/$quesNum')

/** How many questions ahead are fetched and kept, so that a cut network doesn't stop a child in the middle. */
const ahead = 10
const kept = { staleTime: 60_000, gcTime: Infinity }

/** Every question of a homework in its running order. */
const stepsOf = ({ sections }: Work): Step[] =>
  sections.flatMap(({ num, questions }) => questions.map(({ quesNum }) => ({ s: num, n: quesNum })))

/** One question of homework that is under way, and where it stands among the others. */
export function QuestionPage() {
  const { hwId: id, sectionNum, quesNum } = page.useParams()
  const place = { id, s: Number(sectionNum), n: Number(quesNum) }
  const me = useMe()
  const homework = useQuery({ ...read(ownWork.homework.item, { id }), gcTime: Infinity })
  const question = useQuery({ ...read(ownSections.question, place), ...kept })
  const outbox = useOutbox()
  useLive(`student:${me._id}`, ['work'], [ownWork.homework.item])
  const steps = homework.data ? stepsOf(homework.data) : []
  const at = steps.findIndex(({ s, n }) => s === place.s && n === place.n)
  useFetchAhead(id, steps.slice(at + 1, at + 1 + ahead))
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Link to="/student/homework/$hwId/sections" params={{ hwId: id }} className={style.back}>
          <ArrowLeft aria-hidden /> {question.data ? plain(question.data.sectionName) : 'Homework'}
        </Link>
        <SavedState state={outbox.word} waiting={outbox.waiting} />
      </header>
      {homework.data && <ProgressBar dots label="Questions" done={at + 1} of={steps.length} />}
      {question.data ? (
        <Question
          key={`${id} ${place.s}.${place.n}`}
          place={place}
          question={question.data}
          next={steps[at + 1] ?? null}
          homework={homework.data}
        />
      ) : question.error ? (
        <ErrorState
          page
          title="This question can't be shown."
          message={sentenceFor(question.error)}
          onRetry={() => void question.refetch()}
        />
      ) : (
        <Skeleton label="Loading the question" lines={4} />
      )}
    </div>
  )
}

function useFetchAhead(id: string, steps: readonly Step[]) {
  const queries = useQueryClient()
  const list = JSON.stringify(steps)
  useEffect(() => {
    for (const step of JSON.parse(list) as Step[])
      queries.fetchQuery({ ...read(ownSections.question, { id, ...step }), ...kept }).then(
        ({ shown }) => prepare(shown),
        () => {},
      )
  }, [id, list, queries])
}
