import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { longest, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read } from '#web/api.ts'
import style from './AssignHomework.module.css'
import { SectionChoice } from './SectionChoice.tsx'
import { type Assignee, nameOf, type Refusal, useAssigning } from './use-assigning.ts'

type AssignHomeworkProps = { centerId: string; students: readonly Assignee[]; opened: boolean; onClose: () => void }

/** Asks which sections to practise until when, and gives them to one student or a whole class (product §8). */
export function AssignHomework({ opened, onClose, ...rest }: AssignHomeworkProps) {
  const { students } = rest
  const [first] = students
  const whom = students.length === 1 && first ? nameOf(first) : `${students.length} students`
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={`Assign homework to ${whom}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      {students.length > 1 && <p className={style.quiet}>For {students.map(nameOf).join(', ')}.</p>}
      <AssignForm onClose={onClose} {...rest} />
    </Modal>
  )
}

function AssignForm({ centerId, students, onClose }: Omit<AssignHomeworkProps, 'opened'>) {
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const [sections, setSections] = useState<string[]>([])
  const [name, setName] = useState('')
  const [dueOn, setDueOn] = useState('')
  const { progress, busy, assign } = useAssigning()
  const refusals = progress?.refusals ?? []
  const left = busy || refusals.length === 0 ? students : refusals.map(({ student }) => student)
  const send = async () => {
    if (await assign(left, { sections, name: name.trim() || undefined, dueOn: dueOn || null })) onClose()
  }
  const again = !busy && refusals.length > 0
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && sections.length > 0) void send()
      }}
    >
      <SectionChoice chosen={sections} onChange={setSections} />
      <div className={style.pair}>
        <TextField
          label="Name"
          hint="Left empty, it is called like its sections."
          required={false}
          value={name}
          onChange={setName}
          maxLength={longest.name}
        />
        <DayField label="Due" required={false} min={center?.today} value={dueOn} onChange={setDueOn} />
      </div>
      {progress && progress.of > 1 && <ProgressBar label="Assigned" done={progress.done} of={progress.of} />}
      <Refusals refusals={refusals} />
      <div className={style.actions}>
        <Button onClick={onClose}>{progress ? 'Close' : 'Cancel'}</Button>
        <Button kind="primary" type="submit" busy={busy} reason={sections.length === 0 ? 'Choose at least one section.' : null}>
          {again ? (left.length === 1 ? 'Try again' : `Try again for ${left.length}`) : 'Assign'}
        </Button>
      </div>
    </form>
  )
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <ul className={style.refusals} role="alert">
      {refusals.map(({ student, message }) => (
        <li key={student._id}>
          <strong>{nameOf(student)}</strong>: {plain(message)}
        </li>
      ))}
    </ul>
  )
}
