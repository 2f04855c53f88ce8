import { UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { SourceField } from './prospects/SourceField.tsx'
import { partOf } from '#shared/field-table.ts'
import { counted, listed } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { students, type StudentProfile } from './api.ts'
import { studentFields, studentLabels } from './fields.ts'
import { isBlank, noParent, type ParentDraft, ParentFields } from './ParentFields.tsx'
import { statusWords } from './rules.ts'
import style from './Students.module.css'
import { useStudentChange } from './use-student-change.ts'

type Status = 'prospect' | 'active'

type FamilySheetProps = {
  centerId: string
  /** Initial status of the children. */
  status: Status
  onAdded: (added: readonly StudentProfile[]) => void
  onClose: () => void
}

/** A child's fields. The last name is the parent's until one is typed. */
type Child = { firstName: string; lastName: string | null; grade: string; studentNum: string }

const noChild: Child = { firstName: '', lastName: null, grade: '', studentNum: '' }

const [maxParents, maxChildren] = [2, 6]

const statuses = () =>
  (['prospect', 'active'] as const).map((value) => ({ value, label: t(statusWords[value]) }))

const lengths = partOf(studentFields, 'most')

const replaced = <T,>(list: readonly T[], at: number, part: Partial<T>) =>
  list.map((each, index) => (index === at ? { ...each, ...part } : each))

/**
 * Sheet for adding a family that inquires in person: one or two parents, each with a phone number or an email
 * address, then the children. Parents left blank are not added.
 */
export function FamilySheet({ centerId, status: first, onAdded, onClose }: FamilySheetProps) {
  const [parents, setParents] = useState<readonly ParentDraft[]>([noParent])
  const [children, setChildren] = useState<readonly Child[]>([noChild])
  const [status, setStatus] = useState<Status>(first)
  const [source, setSource] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const changed = useStudentChange()
  const add = useSend(students.addFamily, {
    onSuccess: ({ students: added }) => {
      toast(t('{added} added.', { added: listed(added.map(({ info }) => info.firstName)) }))
      void changed()
      onAdded(added)
    },
    onError: setError,
  })
  const familyName = parents[0]?.lastName ?? ''
  const save = () =>
    add.mutate({
      centerId,
      source: status === 'prospect' ? source : '',
      parents: parents.filter((parent) => !isBlank(parent)),
      children: children.map(({ studentNum, lastName, ...child }) => ({
        ...child,
        status,
        lastName: lastName ?? familyName,
        studentNum: studentNum || undefined,
      })),
    })
  const isProspect = status === 'prospect'
  return (
    <EditSheet
      title={t(isProspect ? 'New prospect' : 'New student')}
      save={
        children.length === 1
          ? t(isProspect ? 'Add prospect' : 'Add student')
          : t('Add {count}', { count: counted(children.length, isProspect ? 'prospect' : 'student') })
      }
      busy={add.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <Segments label={t('Status')} segments={statuses()} value={status} onChange={setStatus} />
      {parents.map((parent, at) => (
        <Group key={at} title={t(at === 0 ? 'Parent' : 'Second parent')}>
          <ParentFields
            draft={parent}
            optional
            onChange={(draft) => setParents(replaced(parents, at, draft))}
          />
        </Group>
      ))}
      {parents.length < maxParents && (
        <AddButton onClick={() => setParents([...parents, { ...noParent, lastName: familyName }])}>
          {t('Add a second parent')}
        </AddButton>
      )}
      {children.map((child, at) => (
        <Group key={at} title={at === 0 ? t('Child') : t('Child {num}', { num: at + 1 })}>
          <ChildFields
            child={child}
            familyName={familyName}
            onChange={(part) => setChildren(replaced(children, at, part))}
          />
        </Group>
      ))}
      {children.length < maxChildren && (
        <AddButton onClick={() => setChildren([...children, noChild])}>{t('Add another child')}</AddButton>
      )}
      {status === 'prospect' && <SourceField value={source} onChange={setSource} />}
    </EditSheet>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={`${style.group} grid gap-3`}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <div>
    <Button kind="quiet" icon={<UserPlus aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  </div>
)

type ChildFieldsProps = { child: Child; familyName: string; onChange: (part: Partial<Child>) => void }

function ChildFields({ child, familyName, onChange }: ChildFieldsProps) {
  return (
    <>
      <TextField
        label={t(studentLabels.firstName)}
        value={child.firstName}
        onChange={(firstName) => onChange({ firstName })}
        maxLength={lengths.firstName}
      />
      <TextField
        label={t(studentLabels.lastName)}
        value={child.lastName ?? familyName}
        onChange={(lastName) => onChange({ lastName })}
        maxLength={lengths.lastName}
        required={false}
      />
      <TextField
        label={t(studentLabels.grade)}
        value={child.grade}
        onChange={(grade) => onChange({ grade })}
        maxLength={lengths.grade}
        required={false}
      />
      <TextField
        label={t('Number')}
        hint={t('Leave blank to use the next number.')}
        value={child.studentNum}
        onChange={(studentNum) => onChange({ studentNum })}
        maxLength={lengths.studentNum}
        required={false}
      />
    </>
  )
}
