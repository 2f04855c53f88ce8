import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, PackageCheck, X } from 'lucide-react'
import { useId } from 'react'
import { attendance, type Attendance } from '../api.ts'
import { afterMark, usualReasons } from '../rules.ts'
import type { Mark } from '#features/schedule/rules.ts'
import { students } from '#features/students/api.ts'
import { pickups } from '#features/students/pickups/api.ts'
import { fullName } from '#shared/full-name.ts'
import { dayInWords } from '#shared/day-text.ts'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import type { PastMark } from './api.ts'
import { Corrections } from './Corrections.tsx'
import { useHistoryChange } from './use-history-change.ts'

const segments = [
  { value: 'present' as const, label: 'Present', icon: <Check aria-hidden />, color: 'success' as const },
  { value: 'absent' as const, label: 'Absent', icon: <X aria-hidden />, color: 'error' as const },
  { value: 'pickup' as const, label: 'Pick-up', icon: <PackageCheck aria-hidden />, color: 'info' as const },
]

type Draft = { mark: Mark; excused: boolean; reason: string; pickedUpBy: string; note: string }
const draftOf = (mark: Attendance): Draft => ({
  mark: mark.mark,
  excused: mark.excused,
  reason: mark.reason,
  pickedUpBy: mark.pickedUpBy ?? '',
  note: mark.note,
})

const words = {
  mark: ['Attendance', (mark: Mark) => t(segments.find(({ value }) => value === mark)?.label ?? '')],
  excused: 'Excused',
  reason: 'Reason',
  pickedUpBy: 'Picked up by',
  note: 'Note',
} as const

/**
 * Returns whether the student attended, and the facts to send. Leaves out facts that don't fit the mark,
 * because the server would refuse them.
 */
function factsOf(mark: Attendance, { excused, reason, pickedUpBy, ...draft }: Draft) {
  const attended = afterMark(mark, draft.mark, { at: mark.takenAt }).arrivedAt !== null
  return {
    attended,
    facts: {
      ...draft,
      ...(attended ? {} : { excused, reason }),
      ...(draft.mark === 'pickup' ? { pickedUpBy: pickedUpBy.trim() || null } : {}),
    },
  }
}

/** Sheet for correcting a mark and its facts. Also lists the earlier changes to the mark. */
export function CorrectionSheet({
  centerId,
  mark,
  onClose,
}: {
  centerId: string
  mark: PastMark
  onClose: () => void
}) {
  const { draft, set, base, error, fail, differences } = useEdit<Attendance, Draft>(mark, { draftOf, words })
  const changed = useHistoryChange()
  const correct = useSend(attendance.change, {
    onSuccess: () => {
      toast(t('Attendance corrected.'))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const { attended, facts } = factsOf(base, draft)
  const name = fullName(mark)
  return (
    <EditSheet
      title={`${name}, ${dayInWords(mark.on)}`}
      save={t('Save')}
      busy={correct.isPending}
      error={error}
      differences={differences}
      onSave={() => correct.mutate({ centerId, id: mark._id, ...facts, ifMatch: base.version })}
      onClose={onClose}
    >
      <p className="quiet">{mark.className}</p>
      <Segments
        label={t('{name}’s attendance', { name })}
        segments={segments.map((each) => ({ ...each, label: t(each.label) }))}
        value={draft.mark}
        onChange={(chosen) => set({ mark: chosen })}
      />
      {!attended && <AbsenceFields draft={draft} onChange={set} />}
      {draft.mark === 'pickup' && (
        <PickUpField centerId={centerId} mark={mark} value={draft.pickedUpBy} onChange={set} />
      )}
      <TextAreaField
        label={t('Note')}
        required={false}
        rows={3}
        maxLength={longest.note}
        value={draft.note}
        onChange={(text) => set({ note: text })}
      />
      <Corrections centerId={centerId} id={mark._id} />
    </EditSheet>
  )
}

type FieldsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void }

function AbsenceFields({ draft: { excused, reason }, onChange }: FieldsProps) {
  const reasonsId = useId()
  return (
    <>
      <Checkbox
        label={t('Excused')}
        checked={excused}
        onChange={({ currentTarget }) => onChange({ excused: currentTarget.checked })}
      />
      <TextField
        label={t('Reason')}
        required={false}
        list={reasonsId}
        maxLength={longest.name}
        value={reason}
        onChange={(text) => onChange({ reason: text })}
      />
      <datalist id={reasonsId}>
        {usualReasons.map((usual) => (
          <option key={usual}>{t(usual)}</option>
        ))}
      </datalist>
    </>
  )
}

type PickUpFieldProps = {
  centerId: string
  mark: PastMark
  value: string
  onChange: (part: Partial<Draft>) => void
}

/**
 * Field for the person who picked up the student. Suggests people with the right to pick up, accepts any
 * name, and lists parents without that right (product §4, §5).
 */
function PickUpField({ centerId, mark: { studentId }, value, onChange }: PickUpFieldProps) {
  const adultsId = useId()
  const { data } = useQuery(read(students.one, { centerId, studentId }))
  const { data: others = [] } = useQuery(read(pickups.list, { centerId, studentId }))
  const parents = data?.parents ?? []
  const barred = parents.filter(({ pickup }) => !pickup).map(({ name }) => name)
  return (
    <>
      <TextField
        label={t('Picked up by')}
        hint={
          barred.length > 0
            ? t('Not allowed to pick up: {barred}.', { barred: barred.join(', ') })
            : undefined
        }
        required={false}
        list={adultsId}
        maxLength={longest.name}
        value={value}
        onChange={(text) => onChange({ pickedUpBy: text })}
      />
      <datalist id={adultsId}>
        {parents
          .filter(({ pickup }) => pickup)
          .map(({ _id, name }) => (
            <option key={_id}>{name}</option>
          ))}
        {others.map(({ _id, name }) => (
          <option key={_id}>{name}</option>
        ))}
      </datalist>
    </>
  )
}
