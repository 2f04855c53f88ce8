import { credits } from '#features/schedule/credits/api.ts'
import { EnrollSheet } from '#features/schedule/places/EnrollSheet.tsx'
import { StudentsPage } from '#features/students/StudentsPage.tsx'

/** The students of a center, with what the schedule contributes. */
export const StudentListPage = () => <StudentsPage EnrollSheet={EnrollSheet} creditsFile={credits.file} />
