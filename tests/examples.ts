import { historyExamples } from '#features/history/examples.ts'
import { privacyExamples } from '#features/privacy/examples.ts'
import { centersExamples } from '#features/centers/examples.ts'
import { accountsExamples } from '#features/accounts/examples.ts'
import { devicesExamples } from '#features/devices/examples.ts'
import { materialExamples } from '#features/material/examples.ts'
import { questionsExamples } from '#features/questions/examples.ts'
import { studentsExamples } from '#features/students/examples.ts'
import { practiceExamples } from '#features/practice/examples.ts'
import { scheduleExamples } from '#features/schedule/examples.ts'
import { attendanceExamples } from '#features/attendance/examples.ts'
import { gradingExamples } from '#features/grading/examples.ts'
import { classroomExamples } from '#features/classroom/examples.ts'
import { billingExamples } from '#features/billing/examples.ts'
import { familyExamples } from '#features/family/examples.ts'
import { masteryExamples } from '#features/mastery/examples.ts'
import { goalsExamples } from '#features/goals/examples.ts'
import { emailsExamples } from '#features/emails/examples.ts'
import { remindersExamples } from '#features/reminders/examples.ts'
import { trialsExamples } from '#features/trials/examples.ts'
import { integrationsExamples } from '#features/integrations/examples.ts'
import { odditiesExamples } from '#features/oddities/examples.ts'
import { exchangeExamples } from '#features/exchange/examples.ts'
import { printingExamples } from '#features/printing/examples.ts'
import { operationExamples } from '#features/operation/examples.ts'
import { overviewExamples } from '#features/overview/examples.ts'
import type { Endpoint } from '#shared/contract.ts'
import type { Example } from './example.ts'

/** The examples of every feature. */
export const examples: readonly Example[] = [
  ...historyExamples,
  ...privacyExamples,
  ...centersExamples,
  ...accountsExamples,
  ...devicesExamples,
  ...materialExamples,
  ...questionsExamples,
  ...studentsExamples,
  ...practiceExamples,
  ...scheduleExamples,
  ...attendanceExamples,
  ...gradingExamples,
  ...classroomExamples,
  ...billingExamples,
  ...familyExamples,
  ...masteryExamples,
  ...goalsExamples,
  ...emailsExamples,
  ...remindersExamples,
  ...trialsExamples,
  ...integrationsExamples,
  ...odditiesExamples,
  ...exchangeExamples,
  ...printingExamples,
  ...operationExamples,
  ...overviewExamples,
]

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const byName = new Map(examples.map((example) => [nameOf(example.endpoint), example]))

export function exampleOf(endpoint: Endpoint): Example {
  const found = byName.get(nameOf(endpoint))
  if (!found) throw new Error(`There is no example of ${nameOf(endpoint)}.`)
  return found
}
