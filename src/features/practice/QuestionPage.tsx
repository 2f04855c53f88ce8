import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Given } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { Content } from '#ui/Content.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { SavedState } from '#ui/SavedState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { plain } from '#shared/text.ts'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { practice, type Homework, type WorkQuestion } from './api.ts'
import { CompleteDialog } from './CompleteDialog.tsx'
import style from './QuestionPage.module.css'
import { useAnswering } from './use-answering.ts'

const page = getRouteApi('/family/student/homework/$hwId/sections/$sectionNum/questions/$quesNum')

/** How many questions ahead are fetched, so that a cut network doesn't stop a child in the middle. */
const ahead = 10

type Step = { s: number; n: number }

/** Every question of a homework in its running order. */
const stepsOf = ({ sections }: Homework): Step[] =>
  sections.flatMap(({ num, questions }) => questions.map(({ quesNum }) => ({ s: num, n: quesNum })))

export function QuestionPage() {
  const { hwId: id, sectionNum, quesNum } = page.useParams()
  const s = Number(sectionNum)
  const n = Number(quesNum)
  const me = useMe()
  const queries = useQueryClient()
  const homework = useQuery(read(practice.homework, { id }))
  const question = useQuery({ ...read(practice.question, { id, s, n }), staleTime: 60_000 })
  const outbox = useOutbox()
  useLive(`student:${me._id}`, ['work'], [practice.homework])

  const steps = homework.data ? stepsOf(homework.data) : []
  const at = steps.findIndex((step) => step.s === s && step.n === n)
  const next = JSON.stringify(steps.slice(at + 1, at + 1 + ahead))
  useEffect(() => {
    for (const step of JSON.parse(next) as typeof steps)
      void queries.prefetchQuery({ ...read(practice.question, { id, ...step }), staleTime: 60_000 })
  }, [id, next, queries])

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
          key={`${id} ${s}.${n}`}
          place={{ id, s, n }}
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

type QuestionProps = { place: { id: string } & Step; question: WorkQuestion; next: Step | null; homework: Homework | undefined }

function Question({ place, question, next, homework }: QuestionProps) {
  const { pending, answer } = useAnswering(place, question)
  const [given, setGiven] = useState<Given | null>(null)
  const [completing, setCompleting] = useState(false)
  const navigate = useNavigate()
  const words = `Question ${question.sequenceQuesNum} of ${question.of}`
  useTitle(words)
  const open = question.state === 'started'
  const over = question.solved || question.triesLeft === 0
  const filled = given !== null && given.parts.every((text) => text.trim() !== '')
  const onward = () => {
    if (!next) return setCompleting(true)
    void navigate({
      to: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
      params: { hwId: place.id, sectionNum: String(next.s), quesNum: String(next.n) },
    })
  }
  const check = () => {
    if (over || !open) return onward()
    if (filled && !pending) void answer(given)
  }
  return (
    <article className={style.question} aria-labelledby="question">
      <h1 id="question" className="visually-hidden">
        {words}
      </h1>
      {question.instructions && <p className={style.instructions}>{plain(question.instructions)}</p>}
      <Content nodes={question.content} />
      <AnswerFields
        key={pending ? 'pending' : 'given'}
        shown={question.shown}
        given={pending ?? given ?? question.given}
        verdict={question.verdict}
        readOnly={over || !open || pending !== null}
        onChange={setGiven}
        onEnter={check}
      />
      <Judgement question={question} pending={pending !== null} />
      <div className={style.actions}>
        {open && !over && (
          <Button kind="primary" wide busy={pending !== null} reason={filled ? null : 'Enter your answer first.'} onClick={check}>
            Check
          </Button>
        )}
        <Button kind={over || !open ? 'primary' : 'quiet'} icon={<ArrowRight aria-hidden />} onClick={onward}>
          {next ? 'Next question' : 'Finish'}
        </Button>
      </div>
      {open && <Hints place={place} question={question} />}
      {homework && <CompleteDialog homework={homework} open={completing} onClose={() => setCompleting(false)} />}
    </article>
  )
}

const tries = (left: number) => (left === 1 ? 'You have one more try.' : `You have ${left} more tries.`)

/** What became of the answer, in words: right, not yet, can't be read, or still on its way. */
function Judgement({ question, pending }: { question: WorkQuestion; pending: boolean }) {
  const { verdict, solved, solution, triesLeft } = question
  if (pending) return <p className={style.waiting}>Your answer is kept here. It is checked as soon as it has arrived.</p>
  if (solved) return <Celebration word="Right!" />
  if (!verdict) return null
  const reason = verdict.parts.find((part) => part.status !== 'correct')?.reason
  if (solution)
    return (
      <p className={style.solution} role="status">
        The answer is <strong>{solution.parts.join(', ')}</strong>. You will get another chance at questions like this.
      </p>
    )
  return (
    <p className={style.again} role="status">
      <strong>{verdict.status === 'invalid' ? 'Not counted.' : 'Not yet.'}</strong> {reason}{' '}
      {verdict.status === 'invalid' ? '' : tries(triesLeft)}
    </p>
  )
}

function Hints({ place, question }: { place: { id: string } & Step; question: WorkQuestion }) {
  const queries = useQueryClient()
  const more = useSend(practice.hint, {
    onSuccess: ({ hints }) => {
      queries.setQueryData<WorkQuestion>(read(practice.question, place).queryKey, (old) => old && { ...old, hints })
      void queries.invalidateQueries({ queryKey: [practice.homework.path] })
    },
  })
  if (question.hintSteps === 0) return null
  return (
    <HintSteps
      steps={question.hints.map(({ num, content }) => (
        <Content key={num} nodes={content} />
      ))}
      total={question.hintSteps}
      busy={more.isPending}
      onMore={() => more.mutate({ ...place, num: question.hints.length + 1 })}
    />
  )
}
