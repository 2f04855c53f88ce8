import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChartNoAxesColumnIncreasing, Pencil } from 'lucide-react'
import { useState } from 'react'
import { AttendancePart } from '#features/attendance/history/AttendancePart.tsx'
import { practice } from '#features/practice/api.ts'
import { AssignHomework } from '#features/practice/AssignHomework.tsx'
import { MakeUps } from '#features/schedule/credits/MakeUps.tsx'
import { records } from '#features/students/records/api.ts'
import { AwardsPart } from '#features/students/records/AwardsPart.tsx'
import { NotesPart } from '#features/students/records/NotesPart.tsx'
import { Progress } from '#features/students/records/Progress.tsx'
import { TestsPart } from '#features/students/records/TestsPart.tsx'
import { Timeline } from '#features/students/records/Timeline.tsx'
import { plain } from '#shared/text.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { students, type StudentProfile } from './api.ts'
import { Levels } from './Levels.tsx'
import { NotePart } from './NotePart.tsx'
import { PageIndex } from './PageIndex.tsx'
import { ProgramsSheet } from './ProgramsSheet.tsx'
import { statusWords } from './rules.ts'
import { StudentAccount } from './StudentAccount.tsx'
import { StudentParents } from './StudentParents.tsx'
import { StudentPlaces } from './StudentPlaces.tsx'
import { StudentSheet } from './StudentSheet.tsx'
import { StudentWork } from './StudentWork.tsx'
import style from './Students.module.css'

const page = getRouteApi('/staff/centers/$centerId/students/$studentId')

/** What the page's index leads to. */
const parts = ['Homework', 'Tests', 'Attendance', 'Classes', 'Make-ups', 'Awards', 'About', 'Notes', 'Parents', 'Account', 'Activities']

type Open = 'assign' | 'change' | 'levels' | null

/** `/centers/{centerId}/students/{studentId}`: everything the centre knows of a student. What they do at their work shows as it happens. */
export function StudentPage() {
  const { centerId, studentId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(students.one, { centerId, studentId }))
  const name = data && plain(`${data.info.firstName} ${data.info.lastName}`.trim())
  useTitle(name ?? null)
  useLive(`center:${centerId}`, ['work'], [students.one, records.activities])
  useLive(`student:${studentId}`, ['work'], [students.one, records.activities])
  useLive(`student:${studentId}`, ['work', 'answer'], [students.atWork, practice.item])
  if (error && !data)
    return (
      <ErrorState page title="This student can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton label="Loading the student" lines={8} height="2.5rem" />
  return <Student key={studentId} centerId={centerId} student={data} name={name ?? ''} />
}

function Student({ centerId, student, name }: { centerId: string; student: StudentProfile; name: string }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { _id, info, center, parents } = student
  const whose = { centerId, studentId: _id }
  return (
    <div className={style.page}>
      <header className={style.head}>
        <Avatar name={info.avatar} label={name} size={64} decorative />
        <div className={style.who}>
          <h1>{name}</h1>
          <p className={style.quiet} data-figures>
            {[`Number ${plain(center.studentNum)}`, center.grade && `grade ${plain(center.grade)}`, statusWords[center.status]]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Levels programs={center.programs} />
        </div>
        <div className={style.actions}>
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('change')}>
            Change
          </Button>
          <Button icon={<ChartNoAxesColumnIncreasing aria-hidden />} onClick={() => setOpen('levels')}>
            Levels
          </Button>
          <Button kind="primary" onClick={() => setOpen('assign')}>
            Assign homework
          </Button>
        </div>
      </header>
      <PageIndex titles={parts} />
      <StudentWork studentId={_id} onAssign={() => setOpen('assign')} />
      <Progress {...whose} tests={student.tests} />
      <TestsPart {...whose} tests={student.tests} />
      <AttendancePart {...whose} />
      <StudentPlaces centerId={centerId} student={student} name={name} />
      <MakeUps {...whose} />
      <AwardsPart {...whose} awards={student.awards} />
      <NotePart centerId={centerId} student={student} />
      <NotesPart {...whose} notes={student.notes} />
      <StudentParents {...whose} parents={parents} />
      <StudentAccount {...whose} account={student.account} />
      <Timeline {...whose} />
      <AssignHomework
        centerId={centerId}
        students={[{ _id, firstName: info.firstName, lastName: info.lastName }]}
        opened={open === 'assign'}
        onClose={close}
      />
      {open === 'change' && <StudentSheet centerId={centerId} student={student} onClose={close} />}
      {open === 'levels' && <ProgramsSheet centerId={centerId} student={student} onClose={close} />}
    </div>
  )
}
