import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Part } from '#features/students/Part.tsx'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { later } from '#web/later.tsx'
import { useLive } from '#web/live.ts'
import { goals, type StudentGoal as Goal } from './api.ts'
import { GoalRing } from './GoalRing.tsx'

const GoalSheet = later(() => import('./GoalSheet.tsx').then((part) => part.GoalSheet))

type StudentRef = { centerId: string; studentId: string }

/** Section of a student's record with the weekly goal and this week's progress. */
export function StudentGoal(studentRef: StudentRef) {
  const query = useQuery(read(goals.ofStudent, studentRef))
  const [isChanging, setChanging] = useState(false)
  useLive(`student:${studentRef.studentId}`, ['work', 'answer'], [goals.ofStudent])
  const goal = query.data
  return (
    <Part
      title={t('Weekly goal')}
      empty={goal?.questions === 0 && t('No weekly goal.')}
      action={
        goal && (
          <Button changes onClick={() => setChanging(true)}>
            {t('Change goal')}
          </Button>
        )
      }
    >
      {!goal && <QueryState query={query} of={t('the weekly goal')} lines={2} height="2.5rem" />}
      {goal && goal.questions > 0 && <Progress goal={goal} />}
      {goal && isChanging && <GoalSheet {...studentRef} goal={goal} onClose={() => setChanging(false)} />}
    </Part>
  )
}

function originOf({ questions, least, set }: Goal) {
  if (questions > least) return t('chosen by the student')
  return set === null ? t('the center’s goal') : t('set for this student')
}

const Progress = ({ goal }: { goal: Goal }) => (
  <div className="row middle gap-4 pad-4">
    <GoalRing done={goal.done} questions={goal.questions} />
    <p>
      <strong data-figures>
        {t('{done} of {questions} this week', {
          done: goal.done,
          questions: counted(goal.questions, 'question'),
        })}
      </strong>{' '}
      <span className="quiet">· {originOf(goal)}</span>
    </p>
  </div>
)
