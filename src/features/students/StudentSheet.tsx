import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { namesOf, partOf, recordOf } from '#shared/field-table.ts'
import { studentFields, studentLabels } from './fields.ts'
import { StudentStatus } from './rules.ts'
import { SourceField } from '#features/students/prospects/SourceField.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { students, type StudentProfile } from './api.ts'
import { noParent, ParentFields } from './ParentFields.tsx'
import { statusWords } from './rules.ts'
import { useStudentChange } from './use-student-change.ts'

type StudentSheetProps = {
  centerId: string
  student: StudentProfile | null
  /** Initial status of a new student. */
  status?: Draft['status']
  onClose: () => void
}

/** Fields that are a line of text; the number has its own place. */
const { studentNum: numberLength, ...lengths } = partOf(studentFields, 'most')
const lines = namesOf(lengths)

function draftOf(student: StudentProfile | null, status: StudentProfile['center']['status'] = 'active') {
  const values = student && { ...student.info, ...student.center }
  const line = (name: keyof typeof lengths | 'studentNum') => values?.[name] ?? ''
  return {
    ...recordOf(lines, line),
    studentNum: line('studentNum'),
    status: values?.status ?? status,
    nextInvoice: values?.nextInvoice ?? '',
  }
}

type Draft = ReturnType<typeof draftOf>

const words = {
  ...studentLabels,
  status: [studentLabels.status, (status: Draft['status']) => statusWords[status]],
  nextInvoice: [studentLabels.nextInvoice, (day: string) => (day === '' ? '' : dateInWords(day))],
} as const

/** Adds a student, with a first parent if wanted, and opens their page; or edits an existing student. */
export function StudentSheet({ centerId, student, status, onClose }: StudentSheetProps) {
  const { draft, set, seen, error, fail, differences } = useEdit(student, {
    draftOf: (record) => draftOf(record, status),
    words,
  })
  const isProspect = draft.status === 'prospect'
  const [source, setSource] = useState('')
  const [withParent, setWithParent] = useState(student === null)
  const [parent, setParent] = useState(noParent)
  const navigate = useNavigate()
  const changed = useStudentChange()
  const done = (after: StudentProfile, said: string) => {
    toast(`${after.info.firstName} ${said}`)
    void changed()
    onClose()
  }
  const add = useSend(students.add, {
    onSuccess: (made) => {
      done(made, 'added.')
      void navigate({
        to: '/centers/$centerId/students/$studentId',
        params: { centerId, studentId: made._id },
      })
    },
    onError: fail,
  })
  const change = useSend(students.change, { onSuccess: (after) => done(after, 'saved.'), onError: fail })
  const { nextInvoice, ...fields } = draft
  const save = () =>
    seen
      ? change.mutate({
          ...fields,
          nextInvoice: nextInvoice || null,
          centerId,
          studentId: seen._id,
          ifMatch: seen.version,
        })
      : add.mutate({
          ...fields,
          centerId,
          source: isProspect ? source : undefined,
          studentNum: draft.studentNum || undefined,
          parent: withParent ? parent : undefined,
        })
  return (
    <EditSheet
      title={student ? 'Change student' : `New ${isProspect ? 'prospect' : 'student'}`}
      save={student ? 'Save' : `Add ${isProspect ? 'prospect' : 'student'}`}
      busy={add.isPending || change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <StudentFields draft={draft} isNew={!student} set={set} />
      {!student && isProspect && <SourceField value={source} onChange={setSource} />}
      {!student && (
        <Checkbox
          label="Add a parent"
          checked={withParent}
          onChange={({ currentTarget }) => setWithParent(currentTarget.checked)}
        />
      )}
      {withParent && <ParentFields draft={parent} onChange={setParent} />}
    </EditSheet>
  )
}

function StudentFields({
  draft,
  isNew,
  set,
}: {
  draft: Draft
  isNew: boolean
  set: (part: Partial<Draft>) => void
}) {
  return (
    <>
      {lines.map((name, at) => (
        <TextField
          key={name}
          label={studentLabels[name]}
          value={draft[name]}
          onChange={(text) => set({ [name]: text })}
          maxLength={lengths[name]}
          required={'isRequired' in studentFields[name]}
          data-autofocus={at === 0 || undefined}
        />
      ))}
      <Field label={studentLabels.status}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.status}
            onChange={({ target }) => set({ status: StudentStatus.parse(target.value) })}
          >
            {StudentStatus.options.map((each) => (
              <option key={each} value={each}>
                {statusWords[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={studentLabels.studentNum}
        hint={isNew ? 'Leave empty to use the center’s next number.' : undefined}
        value={draft.studentNum}
        onChange={(studentNum) => set({ studentNum })}
        maxLength={numberLength}
        required={!isNew}
      />
      {!isNew && (
        <DayField
          label={studentLabels.nextInvoice}
          value={draft.nextInvoice}
          onChange={(nextInvoice) => set({ nextInvoice })}
          required={false}
        />
      )}
    </>
  )
}
