import { createRoute } from '@tanstack/react-router'
import * as privacy from '#features/privacy/pages.ts'
import * as centers from '#features/centers/pages.ts'
import * as accounts from '#features/accounts/pages.ts'
import * as devices from '#features/devices/pages.ts'
import * as material from '#features/material/pages.ts'
import * as questions from '#features/questions/pages.ts'
import * as students from '#features/students/pages.ts'
import * as practice from '#features/practice/pages.ts'
import * as schedule from '#features/schedule/pages.ts'
import * as attendance from '#features/attendance/pages.ts'
import * as grading from '#features/grading/pages.ts'
import * as classroom from '#features/classroom/pages.ts'
import * as billing from '#features/billing/pages.ts'
import * as family from '#features/family/pages.ts'
import * as mastery from '#features/mastery/pages.ts'
import * as emails from '#features/emails/pages.ts'
import * as trials from '#features/trials/pages.ts'
import * as integrations from '#features/integrations/pages.ts'
import * as oddities from '#features/oddities/pages.ts'
import * as exchange from '#features/exchange/pages.ts'
import * as printing from '#features/printing/pages.ts'
import * as operation from '#features/operation/pages.ts'
import * as overview from '#features/overview/pages.ts'
import { root } from './root.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { deviceShell, familyShell, staffShell } from './shells.ts'

const home = createRoute({ getParentRoute: () => root, path: '/' })
/** Matches every other path, including those below a known one. */
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: NotFoundPage })

const staffPages = staffShell.addChildren([
  ...privacy.staffPages,
  ...centers.staffPages,
  ...accounts.staffPages,
  ...devices.staffPages,
  ...material.staffPages,
  ...questions.staffPages,
  ...students.staffPages,
  ...practice.staffPages,
  ...schedule.staffPages,
  ...attendance.staffPages,
  ...grading.staffPages,
  ...billing.staffPages,
  ...mastery.staffPages,
  ...emails.staffPages,
  ...integrations.staffPages,
  ...oddities.staffPages,
  ...exchange.staffPages,
  ...printing.staffPages,
  ...operation.staffPages,
  ...overview.staffPages,
  students.parentsChild.addChildren([...practice.parentsChildPages, ...grading.parentsChildPages]),
])

const devicePages = deviceShell.addChildren([...classroom.devicePages])

const familyPages = familyShell.addChildren([
  ...accounts.familyPages,
  ...practice.familyPages,
  ...billing.familyPages,
  ...family.familyPages,
  ...overview.familyPages,
])

/** All pages of the product, grouped by shell (spec §2). */
export const routeTree = root.addChildren([
  home,
  unknown,
  ...accounts.publicPages,
  ...devices.publicPages,
  ...trials.publicPages,
  ...family.publicPages,
  staffPages,
  devicePages,
  familyPages,
])
