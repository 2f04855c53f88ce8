import { Checkbox, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { counted, longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Form } from '#ui/Form.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read } from '#web/api.ts'
import type { WorkKind } from '../rules.ts'
import style from './Assigning.module.css'
import { AssigningProgress } from './AssigningProgress.tsx'
import { EarlierAssignments } from './EarlierAssignments.tsx'
import { ItemChoice } from './ItemChoice.tsx'
import type { Item } from './suggestions.ts'
import { SuggestedWork } from './SuggestedWork.tsx'
import { type Assignee, useAssigning } from './use-assigning.ts'
import { useStudentProgress } from './use-student-progress.ts'

type AssignWorkProps = {
  centerId: string
  students: readonly Assignee[]
  /** Item selected initially, if any. */
  item?: Item
  opened: boolean
  onClose: () => void
}

/**
 * Dialog to assign homework, a chapter's test, or a level's assessment to one or more students, with a due
 * date (product §8).
 */
export function AssignWork({ opened, onClose, students, ...rest }: AssignWorkProps) {
  const [refused, setRefused] = useState<readonly Assignee[]>([])
  const [wasOpened, setWasOpened] = useState(opened)
  if (wasOpened !== opened) {
    setWasOpened(opened)
    setRefused([])
  }
  // If some students were refused, the others already have their work, so only the refused ones are left.
  const left = refused.length > 0 ? refused : students
  const [first] = left
  const whom = left.length === 1 && first ? fullName(first) : counted(left.length, 'student')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('Assign work to {whom}', { whom })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {left.length > 1 && (
        <p className={style.whom}>{t('For {students}.', { students: left.map(fullName).join(', ') })}</p>
      )}
      <AssignForm onClose={onClose} students={left} onRefused={setRefused} {...rest} />
    </Modal>
  )
}

const kinds: { value: WorkKind; label: string }[] = [
  { value: 'homework', label: 'Homework' },
  { value: 'test', label: 'Test' },
  { value: 'assessment', label: 'Assessment' },
]

const blank = (kind: WorkKind): Item => ({ kind, levelId: null, chapterNum: null, sections: [] })

/** Returns the reason why the item can't be assigned yet, or null. */
function missing({ kind, levelId, chapterNum, sections }: Item) {
  if (kind === 'homework') return sections.length === 0 ? t('Choose at least one section.') : null
  if (kind === 'test') return chapterNum === null ? t('Choose a chapter.') : null
  return levelId === null ? t('Choose a level.') : null
}

const noPlan = { name: '', dueOn: '', minutes: '', adaptive: false }
type Draft = typeof noPlan

type AssignFormProps = Omit<AssignWorkProps, 'opened'> & {
  /** Called with the students who were refused. The next attempt is only for them. */
  onRefused: (students: readonly Assignee[]) => void
}

function AssignForm({
  centerId,
  students,
  item: begin = blank('homework'),
  onRefused,
  onClose,
}: AssignFormProps) {
  const [item, setItem] = useState(begin)
  const [tried, setTried] = useState<Item | null>(null)
  const [draft, setDraft] = useState(noPlan)
  const suggestionInput = useStudentProgress(students)
  const { progress, busy, assign } = useAssigning()
  const reason = missing(item)
  const send = async () => {
    const { name, dueOn, minutes, adaptive } = draft
    const plan = {
      name: name.trim() || undefined,
      dueOn: dueOn || null,
      minutes: minutes === '' ? null : Number(minutes),
      adaptive: adaptive && item.kind === 'assessment',
    }
    setTried(item)
    const refused = await assign(students, () => item, plan)
    if (refused.length === 0) onClose()
    else onRefused(refused)
  }
  const again = !busy && item === tried
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (!busy && reason === null) void send()
      }}
    >
      <Segments
        label={t('What to assign')}
        segments={kinds.map((each) => ({ ...each, label: t(each.label) }))}
        value={item.kind}
        onChange={(kind) => setItem({ ...blank(kind), levelId: item.levelId })}
      />
      <SuggestedWork item={item} several={students.length > 1} {...suggestionInput} onPick={setItem} />
      <ItemChoice item={item} onChange={setItem} />
      <EarlierAssignments students={students} item={item} progress={suggestionInput.progress} />
      <PlanFields
        centerId={centerId}
        kind={item.kind}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <AssigningProgress progress={progress} />
      <FormActions>
        <Button onClick={onClose}>{t(progress ? 'Close' : 'Cancel')}</Button>
        <Button kind="primary" type="submit" busy={busy} reason={reason}>
          {again
            ? students.length === 1
              ? t('Try again')
              : t('Try again for {count}', { count: students.length })
            : t('Assign')}
        </Button>
      </FormActions>
    </Form>
  )
}

type PlanFieldsProps = {
  centerId: string
  kind: WorkKind
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

function PlanFields({ centerId, kind, draft, onChange }: PlanFieldsProps) {
  const { name, dueOn, minutes, adaptive } = draft
  const { data: center } = useQuery(read(centers.one, { centerId }))
  return (
    <>
      <div className={`${style.plan} grid gap-4`}>
        <TextField
          label={t('Name')}
          hint={t(named[kind])}
          required={false}
          value={name}
          onChange={(text) => onChange({ name: text })}
          maxLength={longest.name}
        />
        <DayField
          label={t('Due')}
          required={false}
          min={center?.today}
          value={dueOn}
          onChange={(day) => onChange({ dueOn: day })}
        />
        {kind !== 'homework' && (
          <TextField
            label={t('Minutes')}
            hint={t('Leave empty for no time limit.')}
            required={false}
            type="number"
            inputMode="numeric"
            min={1}
            max={600}
            value={minutes}
            onChange={(text) => onChange({ minutes: text })}
          />
        )}
      </div>
      {kind === 'assessment' && (
        <Checkbox
          label={t('Choose each question based on the answers so far')}
          description={t(
            'Usually needs half as many questions, and also asks about the levels around this one.',
          )}
          checked={adaptive}
          onChange={({ target }) => onChange({ adaptive: target.checked })}
        />
      )}
    </>
  )
}

const named: Record<WorkKind, string> = {
  homework: 'Leave empty to use the names of the sections.',
  test: 'Leave empty to use the name of the chapter’s test.',
  assessment: 'Leave empty to use the name of the level.',
}
