import { useNavigate } from '@tanstack/react-router'
import { TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { ClassEntry } from '#features/schedule/api.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useMe } from '#web/session.tsx'
import { InstallHint } from '#web/shell/InstallHint.tsx'
import { useTitle } from '#web/title.ts'
import { ClassList } from './ClassList.tsx'
import { classPage, classroomOf, useSeat } from './use-seat.ts'
import { TeacherPicker } from './TeacherPicker.tsx'

/**
 * `/classroom`: page on a shared device to choose one of today's classes, and then the person who teaches it.
 */
export function ClassroomPage() {
  useTitle(t('Classroom'))
  const me = useMe()
  const [centerId] = me.centers
  if (me.group === 'devices' && centerId) return <Chooser centerId={centerId} />
  // An admin can open every page, but this one needs a device, which determines the center.
  return (
    <EmptyState icon={<TabletSmartphone />} title={t('This page is for classroom devices')}>
      {t('Add a device under Devices and activate it. It will show its center’s classes for today.')}
    </EmptyState>
  )
}

function Chooser({ centerId }: { centerId: string }) {
  const navigate = useNavigate()
  const [entry, setEntry] = useState<ClassEntry | null>(null)
  const choose = (next: ClassEntry | null) => {
    setEntry(next)
    window.scrollTo({ top: 0 })
  }
  if (!entry)
    return (
      <>
        <ClassList centerId={centerId} onChoose={choose} />
        <InstallHint />
      </>
    )
  return (
    <TeacherPicker
      centerId={centerId}
      entry={entry}
      onBack={() => choose(null)}
      onBegin={(taken) => void navigate({ to: classPage(classroomOf(centerId, taken), entry.id) })}
    />
  )
}

/** `/centers/{centerId}/teachers|tas/{userId}/classroom`: today's classes for the chosen person. */
export function ClassesPage() {
  useTitle(t('Classes today'))
  const navigate = useNavigate()
  const { centerId, root } = useSeat()
  return <ClassList centerId={centerId} onChoose={({ id }) => void navigate({ to: classPage(root, id) })} />
}
