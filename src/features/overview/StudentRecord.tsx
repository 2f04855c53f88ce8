import { studentWork } from '#features/practice/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StudentGoal } from '#features/goals/StudentGoal.tsx'
import { StudentSkills } from '#features/mastery/StudentSkills.tsx'
import { AttendancePart } from '#features/attendance/history/AttendancePart.tsx'
import { ReportAbsence } from '#features/attendance/ReportAbsence.tsx'
import { centers } from '#features/centers/api.ts'
import { History } from '#features/history/History.tsx'
import { AccessLog } from '#features/students/access/AccessLog.tsx'
import { PrivacyPart } from '#features/privacy/erasing/PrivacyPart.tsx'
import { MakeUps } from '#features/schedule/credits/MakeUps.tsx'
import { ComingPart } from '#features/schedule/coming/ComingPart.tsx'
import { StageLine } from '#features/students/prospects/StageLine.tsx'
import { records } from '#features/students/records/api.ts'
import { AwardsPart } from '#features/students/records/AwardsPart.tsx'
import { NotesPart } from '#features/students/records/NotesPart.tsx'
import { Progress } from '#features/students/records/Progress.tsx'
import { TestsPart } from '#features/students/records/TestsPart.tsx'
import { Timeline } from '#features/students/records/Timeline.tsx'
import { fullName } from '#shared/full-name.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { may, useMe } from '#web/session.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { students, type StudentProfile } from '#features/students/api.ts'
import { PageIndex } from '#features/students/PageIndex.tsx'
import { Part } from '#features/students/Part.tsx'
import { StudentAccount } from '#features/students/StudentAccount.tsx'
import { StudentHead } from './StudentHead.tsx'
import { PickupPart } from '#features/students/pickups/PickupPart.tsx'
import { StudentParents } from '#features/students/StudentParents.tsx'
import { StudentPlaces } from './StudentPlaces.tsx'
import { StudentWork } from './StudentWork.tsx'
import style from '#features/students/Students.module.css'
import { later } from '#web/later.tsx'

const NewsSheet = later(() => import('#features/emails/ComposeSheet.tsx').then((part) => part.NewsSheet))
const AssignWork = later(() =>
  import('#features/practice/assigning/AssignWork.tsx').then((part) => part.AssignWork),
)
const EnrollSheet = later(() =>
  import('#features/schedule/places/EnrollSheet.tsx').then((part) => part.EnrollSheet),
)
const ProgramsSheet = later(() =>
  import('#features/students/ProgramsSheet.tsx').then((part) => part.ProgramsSheet),
)
const StudentSheet = later(() =>
  import('#features/students/StudentSheet.tsx').then((part) => part.StudentSheet),
)

/**
 * Sections listed in the page's index, in the order in which they are needed during a phone call, starting
 * with what comes next.
 */
const parts = [
  'Upcoming classes',
  'Make-ups',
  'Work',
  'Skills',
  'Weekly goal',
  'Notes',
  'Classes',
  'Attendance',
  'Progress',
  'Tests',
  'Awards',
  'Parents',
  'Account',
  'Activities',
  'History',
]

type StudentRef = { centerId: string; studentId: string }

/** A student's whole record at a center. The student's work updates live. */
export function StudentRecord({ centerId, studentId }: StudentRef) {
  const { data, error, isFetching, refetch } = useQuery(read(students.one, { centerId, studentId }))
  const {
    data: center,
    error: centerError,
    refetch: refetchCenter,
  } = useQuery(read(centers.one, { centerId }))
  const failure = (!data && error) || (!center && centerError)
  const name = data && fullName(data.info)
  useTitle(name ?? null)
  useLive(`center:${centerId}`, ['work'], [students.one, records.activities])
  useLive(`student:${studentId}`, ['work'], [students.one, records.activities])
  useLive(`student:${studentId}`, ['work', 'answer'], [studentWork.atWork])
  if (failure) {
    const retry = () => void Promise.all([refetch(), refetchCenter()])
    return (
      <ErrorState
        page
        title={t('This student couldn’t be loaded.')}
        message={sentenceFor(failure)}
        busy={isFetching}
        onRetry={retry}
      />
    )
  }
  if (!data || !center) return <Skeleton label={t('Loading the student')} lines={8} height="2.5rem" />
  return <Student key={studentId} centerId={centerId} student={data} name={name ?? ''} today={center.today} />
}

type OpenSheet = 'assign' | 'change' | 'levels' | null

function Student({
  centerId,
  student,
  name,
  today,
}: {
  centerId: string
  student: StudentProfile
  name: string
  today: Day
}) {
  const me = useMe()
  const [open, setOpen] = useState<OpenSheet>(null)
  const close = () => setOpen(null)
  const { _id, info, parents } = student
  const studentRef = { centerId, studentId: _id }
  return (
    <Page>
      <StudentHead
        centerId={centerId}
        student={student}
        name={name}
        today={today}
        onChange={() => setOpen('change')}
        onLevels={() => setOpen('levels')}
        onAssign={() => setOpen('assign')}
      />
      {student.prospect && (
        <StageLine
          centerId={centerId}
          whom={{ id: _id, ...info, prospect: student.prospect }}
          today={today}
          EnrollSheet={EnrollSheet}
        />
      )}
      <PageIndex titles={parts.map((part) => t(part))} />
      <ComingPart
        {...studentRef}
        renderActions={(coming) => (
          <ReportAbsence
            centerId={centerId}
            student={{ id: _id, firstName: info.firstName }}
            coming={coming}
            NewsSheet={NewsSheet}
          />
        )}
      />
      <MakeUps {...studentRef} />
      <StudentWork studentId={_id} />
      <StudentSkills {...studentRef} />
      <StudentGoal {...studentRef} />
      <NotesPart centerId={centerId} student={student} />
      <StudentPlaces centerId={centerId} student={student} name={name} />
      <AttendancePart {...studentRef} today={today} />
      <Progress {...studentRef} tests={student.tests} />
      <TestsPart {...studentRef} tests={student.tests} />
      <AwardsPart {...studentRef} awards={student.awards} />
      <StudentParents {...studentRef} parents={parents} />
      <PickupPart {...studentRef} />
      <StudentAccount {...studentRef} account={student.account} />
      <Timeline {...studentRef} />
      <Part title={t('History')}>
        <div className={style.unfolded}>
          <History centerId={centerId} of={_id} summary={t('Every change and who made it')} />
          <AccessLog {...studentRef} />
        </div>
      </Part>
      {may(me, 'privacy.erase') && (
        <Part title={t('Privacy')}>
          <div className={style.unfolded}>
            <PrivacyPart {...studentRef} name={name} />
          </div>
        </Part>
      )}
      <AssignWork
        centerId={centerId}
        students={[{ _id, firstName: info.firstName, lastName: info.lastName }]}
        opened={open === 'assign'}
        onClose={close}
      />
      {open === 'change' && <StudentSheet centerId={centerId} student={student} onClose={close} />}
      {open === 'levels' && <ProgramsSheet centerId={centerId} student={student} onClose={close} />}
    </Page>
  )
}
