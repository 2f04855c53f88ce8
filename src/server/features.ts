import { historyFeature } from '#features/history/feature.ts'
import { privacyFeature } from '#features/privacy/feature.ts'
import { centersFeature } from '#features/centers/feature.ts'
import { accountsFeature } from '#features/accounts/feature.ts'
import { devicesFeature } from '#features/devices/feature.ts'
import { materialFeature } from '#features/material/feature.ts'
import { questionsFeature } from '#features/questions/feature.ts'
import { studentsFeature } from '#features/students/feature.ts'
import { practiceFeature } from '#features/practice/feature.ts'
import { scheduleFeature } from '#features/schedule/feature.ts'
import { attendanceFeature } from '#features/attendance/feature.ts'
import { gradingFeature } from '#features/grading/feature.ts'
import { classroomFeature } from '#features/classroom/feature.ts'
import { billingFeature } from '#features/billing/feature.ts'
import { familyFeature } from '#features/family/feature.ts'
import { masteryFeature } from '#features/mastery/feature.ts'
import { goalsFeature } from '#features/goals/feature.ts'
import { emailsFeature } from '#features/emails/feature.ts'
import { remindersFeature } from '#features/reminders/feature.ts'
import { trialsFeature } from '#features/trials/feature.ts'
import { integrationsFeature } from '#features/integrations/feature.ts'
import { odditiesFeature } from '#features/oddities/feature.ts'
import { exchangeFeature } from '#features/exchange/feature.ts'
import { printingFeature } from '#features/printing/feature.ts'
import { operationFeature } from '#features/operation/feature.ts'
import { overviewFeature } from '#features/overview/feature.ts'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage } from '#shared/language.ts'
import type { Feature } from './feature.ts'

addLanguage(spanish)

/** All features in dependency order: a feature imports only those before it. */
export const features: readonly Feature[] = [
  historyFeature,
  privacyFeature,
  centersFeature,
  accountsFeature,
  devicesFeature,
  materialFeature,
  questionsFeature,
  studentsFeature,
  practiceFeature,
  scheduleFeature,
  attendanceFeature,
  gradingFeature,
  classroomFeature,
  billingFeature,
  familyFeature,
  masteryFeature,
  goalsFeature,
  emailsFeature,
  remindersFeature,
  trialsFeature,
  integrationsFeature,
  odditiesFeature,
  exchangeFeature,
  printingFeature,
  operationFeature,
  overviewFeature,
]
