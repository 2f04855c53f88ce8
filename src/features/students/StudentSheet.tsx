import { dateInWords } from '#shared/day-text.ts'
import { namesOf, partOf, recordOf } from '#shared/field-table.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { students, type StudentProfile } from './api.ts'
import { studentFields, studentLabels } from './fields.ts'
import { StudentStatus, statusWords } from './rules.ts'
import { useStudentChange } from './use-student-change.ts'

/** Maximum lengths of the single-line text fields. The field for the student number is placed separately. */
const { studentNum: numberLength, ...lengths } = partOf(studentFields, 'most')
const lines = namesOf(lengths)

function draftOf({ info, center }: StudentProfile) {
  const values = { ...info, ...center }
  return {
    ...recordOf(lines, (name: keyof typeof lengths) => values[name]),
    studentNum: center.studentNum,
    status: center.status,
    nextInvoice: center.nextInvoice ?? '',
  }
}

type Draft = ReturnType<typeof draftOf>

const words = {
  ...studentLabels,
  status: [studentLabels.status, (status: Draft['status']) => t(statusWords[status])],
  nextInvoice: [studentLabels.nextInvoice, (day: string) => (day === '' ? '' : dateInWords(day))],
} as const

type StudentSheetProps = { centerId: string; student: StudentProfile; onClose: () => void }

export function StudentSheet({ centerId, student, onClose }: StudentSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(student, { draftOf, words })
  const changed = useStudentChange()
  const change = useSend(students.change, {
    onSuccess: ({ info }) => {
      toast(t('{firstName}’s record saved.', { firstName: info.firstName }))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const { nextInvoice, ...fields } = draft
  return (
    <EditSheet
      title={t('Edit student')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        change.mutate({
          ...fields,
          nextInvoice: nextInvoice || null,
          centerId,
          studentId: base._id,
          ifMatch: base.version,
        })
      }
      onClose={onClose}
    >
      {lines.map((name, at) => (
        <TextField
          key={name}
          label={t(studentLabels[name])}
          value={draft[name]}
          onChange={(text) => set({ [name]: text })}
          maxLength={lengths[name]}
          required={'isRequired' in studentFields[name]}
          data-autofocus={at === 0 || undefined}
        />
      ))}
      <Field label={t(studentLabels.status)}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.status}
            onChange={({ target }) => set({ status: StudentStatus.parse(target.value) })}
          >
            {StudentStatus.options.map((each) => (
              <option key={each} value={each}>
                {t(statusWords[each])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t(studentLabels.studentNum)}
        value={draft.studentNum}
        onChange={(studentNum) => set({ studentNum })}
        maxLength={numberLength}
      />
      <DayField
        label={t(studentLabels.nextInvoice)}
        value={draft.nextInvoice}
        onChange={(day) => set({ nextInvoice: day })}
        required={false}
      />
    </EditSheet>
  )
}
