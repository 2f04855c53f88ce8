import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import type { Work } from '../api.ts'
import { givenWork } from '../assigning/api.ts'
import { stopsOf } from '../question-ref.ts'
import { QuestionMap } from '../QuestionMap.tsx'
import { stateWords } from '../work-actions.ts'
import style from './Looking.module.css'
import { useWorkStudent } from './use-work-student.ts'
import { factsOf, WorkHead } from './WorkHead.tsx'

/**
 * Page for a student's homework, `…/homework/{hwId}/sections`: every section with its questions and results.
 */
export function GivenHomeworkPage() {
  const { hwId: itemId = '' } = useParams({ strict: false })
  const { studentId, name } = useWorkStudent()
  const { data, error, isFetching, refetch } = useQuery(
    read(givenWork.homework.item, { id: studentId, itemId }),
  )
  useLive(`student:${studentId}`, ['work', 'answer'], [givenWork.homework.item])
  useTitle(data ? [data.name, name].filter(Boolean).join(', ') : null)
  if (data) return <Homework homework={data} />
  return (
    <QueryState
      query={{ error, isFetching, refetch }}
      of={t('this homework')}
      lines={8}
      height="2.5rem"
      page
    />
  )
}

function Homework({ homework }: { homework: Work }) {
  const workStudent = useWorkStudent()
  const clock = useClock()
  const stops = stopsOf(homework, workStudent.viewer)
  const { name, state, answered, questions, sections } = homework
  return (
    <Page>
      <WorkHead workStudent={workStudent} title={name} facts={factsOf(homework, clock)} />
      {state === 'assigned' && (
        <EmptyState icon={<Hourglass />} title={t(stateWords.assigned)}>
          {t('The questions will appear here once the student starts.')}
        </EmptyState>
      )}
      {state === 'started' && <ProgressBar label={t('Answered')} done={answered} of={questions} />}
      {state !== 'assigned' &&
        sections.map((section) => (
          <section
            key={section.num}
            className={`${style.box} card pad-4 shrinks`}
            aria-labelledby={`section-${section.num}`}
          >
            <h2 id={`section-${section.num}`}>{section.name}</h2>
            <QuestionMap work={homework} stops={stops.filter(({ ref }) => ref.section === section.num)} />
          </section>
        ))}
    </Page>
  )
}
