import { AssignActions } from '#features/practice/assigning/AssignActions.tsx'
import { useAssigning } from '#features/practice/assigning/use-assigning.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { type Section, skills, type WarmUp } from './api.ts'
import { reasonWords } from './NextHomework.tsx'
import style from './Skills.module.css'
import { useLeftOut, useProposals } from './use-proposals.ts'

type WarmUpsProps = { centerId: string; classId: string; onClose: () => void }

/** Sheet in which staff can change and assign the warm-up proposed for each child who is in class today. */
export function WarmUps({ centerId, classId, onClose }: WarmUpsProps) {
  const { seen, query } = useProposals(read(skills.warmUps, { centerId, classId }))
  return (
    <SideSheet title={t('Warm-up')} size="34rem" onClose={onClose}>
      {!seen && <QueryState query={query} of={t('the proposals')} lines={6} height="3rem" />}
      {seen?.children.length === 0 && (
        <EmptyState title={t('No students for a warm-up')}>
          {t('No student is expected in this class today, or all of them are marked absent.')}
        </EmptyState>
      )}
      {seen && seen.children.length > 0 && <WarmUpForm {...seen} onClose={onClose} />}
    </SideSheet>
  )
}

type WarmUpFormProps = { sections: Section[]; children: WarmUp[]; onClose: () => void }

const noPlan = { name: undefined, dueOn: null, minutes: null }

function WarmUpForm({ sections, children: proposed, onClose }: WarmUpFormProps) {
  const { isLeftOut, toggle } = useLeftOut()
  const { progress, busy, assigned, assign } = useAssigning()
  const chosen = ({ _id: child, questions }: WarmUp) =>
    questions.filter(({ questionId }) => !isLeftOut(child, questionId))
  const open = proposed.filter((child) => !assigned.includes(child._id) && chosen(child).length > 0)
  const itemFor = (child: WarmUp) => ({
    kind: 'homework' as const,
    levelId: null,
    chapterNum: null,
    sections: [],
    questions: chosen(child).map(({ questionId }) => questionId),
  })
  const assignAll = async () => {
    const refused = await assign(open, itemFor, noPlan)
    if (refused.length === 0) onClose()
  }
  return (
    <Form className="stack gap-4" onSubmit={() => !busy && open.length > 0 && void assignAll()}>
      <p className="quiet">
        {t(
          'The sections that haven’t been practiced for the longest time come first. Uncheck anything that a student shouldn’t get. The tablet shows a five-minute timer, but nothing is handed in when it ends. An unfinished warm-up is handed in when you assign another one on a later day.',
        )}
      </p>
      {proposed.map((child) => (
        <ChildWarmUp
          key={child._id}
          child={child}
          sections={sections}
          isLeftOut={isLeftOut}
          onToggle={toggle}
          onAssign={!busy && open.includes(child) ? () => void assign([child], itemFor, noPlan) : null}
          isAssigned={assigned.includes(child._id)}
        />
      ))}
      <AssignActions progress={progress} busy={busy} count={open.length} onClose={onClose} />
    </Form>
  )
}

type ChildWarmUpProps = {
  child: WarmUp
  sections: readonly Section[]
  isLeftOut: (child: string, question: string) => boolean
  onToggle: (child: string, question: string) => void
  /** Assigns the warm-up to this child only; null if that isn't possible now. */
  onAssign: (() => void) | null
  isAssigned: boolean
}

function ChildWarmUp({ child, sections, isLeftOut, onToggle, onAssign, isAssigned }: ChildWarmUpProps) {
  const name = fullName(child)
  return (
    <fieldset className={`${style.proposal} stack gap-1`} disabled={isAssigned}>
      <legend className="bold">{name}</legend>
      {child.questions.length === 0 && (
        <p className="quiet">{t('Nothing to review yet: there is no completed work in this subject.')}</p>
      )}
      {child.questions.map(({ questionId, sectionId, why, content }) => (
        <label key={questionId} className="row gap-2 target">
          <input
            type="checkbox"
            checked={!isLeftOut(child._id, questionId)}
            onChange={() => onToggle(child._id, questionId)}
          />
          <span className="stack shrinks">
            <Content nodes={content} />
            <span className="fine-print">
              {sections.find(({ _id }) => _id === sectionId)?.name} · {t(reasonWords[why])}
            </span>
          </span>
        </label>
      ))}
      {isAssigned && <p role="status">{t('Assigned')}</p>}
      {onAssign && (
        <div>
          <Button kind="quiet" onClick={onAssign}>
            {t('Assign to {students}', { students: name })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
