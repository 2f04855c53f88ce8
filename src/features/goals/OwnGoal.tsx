import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Loading } from '#ui/Loading.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { type OwnGoal as Goal, ownGoal } from './api.ts'
import { maxQuestions } from './goal.ts'
import { GoalRing } from './GoalRing.tsx'
import style from './Goals.module.css'

/** The student's goal for this week. Renders nothing if there is no goal. */
export function OwnGoal() {
  const me = useMe()
  const { data, isPending } = useQuery(read(ownGoal.read, {}))
  useLive(`student:${me._id}`, ['work', 'answer'], [ownGoal.read])
  if (isPending) return <Loading />
  return data && data.questions > 0 ? <ThisWeek goal={data} /> : null
}

/** Returns true from when the goal is reached until the page is left, but only once a week. */
function useCelebration({ done, questions, celebrated }: Goal) {
  // If this fails, the celebration is simply shown again next time.
  const { mutate } = useSend(ownGoal.celebrate, { onError: () => {} })
  const [isCelebrating, setCelebrating] = useState(false)
  if (done >= questions && !celebrated && !isCelebrating) setCelebrating(true)
  useEffect(() => {
    if (isCelebrating) mutate({})
  }, [isCelebrating, mutate])
  return isCelebrating
}

function ThisWeek({ goal }: { goal: Goal }) {
  const { done, questions } = goal
  const [choosing, setChoosing] = useState(false)
  const isCelebrating = useCelebration(goal)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('Your week')}</h2>
      <div className="card cluster middle gap-4 pad-4">
        <GoalRing done={done} questions={questions} />
        <div className={`${style.words} stack gap-1`}>
          <p>
            <strong data-figures>
              {t('{done} of {questions} this week', { done, questions: counted(questions, 'question') })}
            </strong>
          </p>
          {!isCelebrating && (
            <p className="fine-print">
              {done >= questions
                ? t('Goal reached. Anything more is a bonus.')
                : t('Every question you answer counts, right or wrong.')}
            </p>
          )}
        </div>
        <Button kind="quiet" onClick={() => setChoosing(true)}>
          {t('Change my goal')}
        </Button>
        {isCelebrating && (
          <div className={style.celebration}>
            <Celebration word={t('You reached your goal for this week!')} />
          </div>
        )}
      </div>
      {choosing && <GoalDialog goal={goal} onClose={() => setChoosing(false)} />}
    </section>
  )
}

function GoalDialog({ goal: { questions, least }, onClose }: { goal: Goal; onClose: () => void }) {
  const queries = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState(String(questions))
  const change = useSend(ownGoal.change, {
    onSuccess: (after) => {
      queries.setQueryData(read(ownGoal.read, {}).queryKey, after)
      onClose()
    },
  })
  return (
    <Dialog
      open
      title={t('My weekly goal')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={change.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={() => change.mutate({ questions: Number(typed) })}>
        <TextField
          type="number"
          inputMode="numeric"
          step={1}
          min={least}
          max={maxQuestions}
          label={t('Questions from Monday to Sunday')}
          hint={t('At least {least}', { least })}
          value={typed}
          onChange={setTyped}
        />
      </Form>
    </Dialog>
  )
}
