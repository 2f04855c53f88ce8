import { esStaff as accounts } from '#features/accounts/es-staff.ts'
import { esStaff as attendance } from '#features/attendance/es-staff.ts'
import { esStaff as billing } from '#features/billing/es-staff.ts'
import { esStaff as centers } from '#features/centers/es-staff.ts'
import { esStaff as classroom } from '#features/classroom/es-staff.ts'
import { esStaff as devices } from '#features/devices/es-staff.ts'
import { esStaff as emails } from '#features/emails/es-staff.ts'
import { esStaff as exchange } from '#features/exchange/es-staff.ts'
import { esStaff as family } from '#features/family/es-staff.ts'
import { esStaff as goals } from '#features/goals/es-staff.ts'
import { esStaff as grading } from '#features/grading/es-staff.ts'
import { esStaff as history } from '#features/history/es-staff.ts'
import { esStaff as integrations } from '#features/integrations/es-staff.ts'
import { esStaff as mastery } from '#features/mastery/es-staff.ts'
import { esStaff as material } from '#features/material/es-staff.ts'
import { esStaff as oddities } from '#features/oddities/es-staff.ts'
import { esStaff as operation } from '#features/operation/es-staff.ts'
import { esStaff as overview } from './es-staff.ts'
import { esStaff as practice } from '#features/practice/es-staff.ts'
import { esStaff as printing } from '#features/printing/es-staff.ts'
import { esStaff as privacy } from '#features/privacy/es-staff.ts'
import { esStaff as questions } from '#features/questions/es-staff.ts'
import { esStaff as reminders } from '#features/reminders/es-staff.ts'
import { esStaff as schedule } from '#features/schedule/es-staff.ts'
import { esStaff as students } from '#features/students/es-staff.ts'
import { esStaff as trials } from '#features/trials/es-staff.ts'
import { esStaff as shared } from '#shared/es-staff.ts'
import type { Catalog } from '#shared/language.ts'
import { spanishCatalogs, spanishOf } from './spanish.ts'

/** Catalogs of staff pages, one per feature. */
export const staffCatalogs: readonly Catalog[] = [
  shared,
  history,
  privacy,
  centers,
  accounts,
  devices,
  material,
  questions,
  students,
  practice,
  schedule,
  attendance,
  grading,
  classroom,
  billing,
  family,
  mastery,
  goals,
  emails,
  oddities,
  exchange,
  printing,
  reminders,
  trials,
  integrations,
  operation,
  overview,
]

/** Spanish for staff and devices. Includes the text of family pages, which they can also show. */
export const spanish = spanishOf([...spanishCatalogs, ...staffCatalogs])
