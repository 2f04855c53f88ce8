import { expect } from '@playwright/test'
import { sendInvoices } from './invoices.ts'
import { letIn } from './journey.ts'
import { today } from './server.ts'
import { center, firstRow, follow, press, type Step, type Tour, withoutClass } from './steps.ts'

const toBilling: Step = async (page) => {
  await sendInvoices(page)
  await page.goto(`${center}/billing?month=2026-02`)
}

/** Tours of the front desk. */
export const officeTours: Record<string, Tour> = {
  operator: {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      { page: '/centers/$centerId', to: center },
      {
        page: '/centers/$centerId/scheduler',
        to: `${center}/scheduler`,
        at: '/centers/$centerId/scheduler/$scheduleId',
      },
      {
        page: '/centers/$centerId/scheduler/$scheduleId',
        to: `${center}/scheduler/2026-03-04`,
        open: {
          'a class of the day': press(/^Change .* on this day/),
          'the day’s assistants': press('Change the day’s assistants'),
        },
      },
      {
        page: '/centers/$centerId/scheduler/$scheduleId/$subjectBy',
        to: `${center}/scheduler/${today}/Math`,
      },
      {
        page: '/centers/$centerId/attendance',
        to: `${center}/attendance`,
        open: { 'an export of marks': press('Export') },
      },
      {
        page: '/centers/$centerId/attendance/$classId',
        to: follow('Math'),
        open: { 'work for a class': press('Assign work') },
      },
    ],
  },
  'operator with classes': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/classes',
        to: `${center}/classes`,
        open: { 'a new class': press('New class') },
      },
      {
        page: '/centers/$centerId/classes/$classId',
        to: [`${center}/classes`, follow('Math 4')],
        open: { 'a change': press('Edit'), 'a message': press('Email these families') },
      },
      {
        page: '/centers/$centerId/classes/$classId/skills',
        to: [`${center}/classes`, follow('Math 4'), follow('Skills')],
      },
      { page: '/centers/$centerId/classes', to: `${center}/classes?view=week` },
    ],
  },
  'operator with a roll': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId',
        to: [
          `${center}/attendance`,
          follow('Math'),
          (page) => page.getByRole('main').getByRole('list').getByRole('link').first().click(),
        ],
        open: { 'a correction': press(/^Correct/) },
      },
      { page: '/centers/$centerId/attendance/{-$classId}/students/$studentId', to: withoutClass },
    ],
  },
  'operator who grades': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      { page: '/centers/$centerId/grading', to: `${center}/grading` },
      { page: '/centers/$centerId/worksheet-pages/{-$pageId}', to: `${center}/worksheet-pages` },
    ],
  },
  'operator with news': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/oddities',
        to: `${center}/oddities`,
        open: { 'a snooze': press(/^Snooze/) },
      },
      {
        page: '/centers/$centerId/emails',
        to: `${center}/emails`,
        open: { 'a new message': press('New message') },
      },
    ],
  },
  'manager with billing': {
    enter: (page) => letIn(page, 'manager'),
    stops: [
      {
        page: '/centers/$centerId/billing',
        to: `${center}/billing?view=rates`,
        open: { 'a new rate': press('New rate'), 'billing settings': press('Change the billing settings') },
      },
      {
        page: '/centers/$centerId/billing',
        to: toBilling,
        open: { 'an account': press(/^Pilar/), 'a bank’s file': press('Import bank file') },
      },
      { page: '/centers/$centerId/billing', to: `${center}/billing?view=run&month=2026-03` },
      {
        page: '/centers/$centerId/invoices/$invoiceId',
        to: async (page) => {
          await page.goto(`${center}/billing?month=2026-02`)
          await press(/^Pilar/)(page)
          await page
            .getByRole('link', { name: /^Invoice/ })
            .first()
            .click()
        },
        open: { 'a void invoice': press('Void') },
      },
      {
        page: '/centers/$centerId/payments/$paymentId',
        to: async (page) => {
          await page.goto(`${center}/billing?month=2026-02`)
          await press(/^Pilar/)(page)
          await press('Record payment')(page)
          const sheet = page.getByRole('dialog', { name: /^Payment/ })
          await sheet.getByLabel('Amount').fill('20')
          await sheet.getByRole('button', { name: 'Record payment' }).click()
          await page.getByRole('link', { name: 'Receipt' }).first().click()
        },
      },
    ],
  },
  'operator with students': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students',
        to: `${center}/students`,
        open: {
          'a new student': press('New student'),
          'its columns': press('Columns'),
          'an export': press('Export'),
        },
      },
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?find=M1033`, firstRow],
        open: {
          'new work': press('Assign work'),
          'a change': press('Change'),
          levels: press('Levels'),
          'a parent': press('Link a parent'),
          'a due day': async (page) => {
            await press('Actions for Homework 3')(page)
            await page.getByRole('menuitem', { name: 'Due date…' }).click()
          },
          'a test': press('Add test'),
          'an award': press('Give award'),
          'a calendar': press('Calendar'),
          'attendance of twelve weeks': press('Show attendance'),
          'a note': press(/^Edit note/),
        },
      },
      {
        page: '/centers/$centerId/worksheets/$workId',
        to: async (page) => {
          await press('Actions for Homework 3')(page)
          await page.getByRole('menuitem', { name: 'Print worksheet' }).click()
        },
      },
    ],
  },
  'operator with work': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/report',
        to: [`${center}/students?find=M1029`, firstRow, follow('assessment Math 5')],
      },
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum',
        to: follow('Questions'),
      },
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections',
        to: [follow('Edith'), follow('Homework 1')],
      },
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: (page) => page.getByRole('list', { name: 'Questions' }).getByRole('link').first().click(),
      },
      {
        page: '/centers/$centerId/attendance/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum',
        to: [follow('Edith'), follow('test Math 5, chapter 1')],
      },
    ],
  },
  'operator with a child’s work': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/report',
        to: [
          `${center}/students?find=M1029`,
          firstRow,
          follow(/^Logan/),
          follow('Edith'),
          follow('assessment Math 5'),
        ],
      },
      {
        page: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/questions/$quesNum',
        to: follow('Questions'),
      },
      {
        page: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections',
        to: [follow('Edith'), follow('Homework 1')],
      },
      {
        page: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: (page) => page.getByRole('list', { name: 'Questions' }).getByRole('link').first().click(),
      },
      {
        page: '/centers/$centerId/parents/$parentId/students/$studentId/tests/$testId/questions/$quesNum',
        to: [follow('Edith'), follow('test Math 5, chapter 1')],
      },
    ],
  },
  'operator with an award': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students/$studentId/awards/$awardId',
        to: [`${center}/students?find=M1033`, firstRow, follow('Medal, Math')],
      },
    ],
  },
  'operator with prospects': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students',
        to: `${center}/students?filter=1&view=board`,
        open: { 'a new prospect': press('New prospect'), 'an export of prospects': press('Export') },
      },
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?filter=1&view=list&find=Mina`, firstRow],
        open: {
          'a trial': press('Book a trial'),
          'the next step': press('Next step'),
          'a loss': press('Lost…'),
        },
      },
    ],
  },
  'operator with a ledger': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?find=M1000`, firstRow],
        open: { 'a make-up': press(/^Book a make-up/), 'a credit': press('Add make-up credit') },
      },
      {
        page: '/centers/$centerId/scheduler/$scheduleId',
        to: `${center}/scheduler/2026-03-19`,
        open: {
          'a canceled class': async (page) => {
            await press(/^Change .* on this day/)(page)
            await page.getByRole('radio', { name: 'Canceled' }).check()
            await page.getByLabel('Reason').fill('Snow')
            await press('Cancel class')(page)
            await expect(page.getByRole('dialog', { name: 'Notify families' })).toBeVisible()
          },
          'what was set for it': press('Reset this day'),
        },
      },
    ],
  },
  'operator with families': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/parents/$parentId',
        to: [`${center}/students?find=Sam`, firstRow, follow('Pilar')],
        open: {
          'a change': press('Change'),
          'a link': press(/^Change the link/),
          'its end': press(/^Unlink/),
        },
      },
      { page: '/centers/$centerId/parents/$parentId/students/$studentId', to: follow('Sam') },
      { page: '/centers/$centerId/students/import', to: `${center}/students/import` },
      {
        page: '/centers/$centerId/import/$kind',
        to: async (page) => {
          await page.goto(`${center}/import/classes`)
          await page.getByText('Or paste rows from a spreadsheet').click()
          const rows = ['Name,Subject,Day,Time,Seats,Color', 'New,Math,Monday,16:00,4,red', ',Math,M,,4,']
          await page.getByLabel('Rows, starting with the column names').fill(rows.join('\n'))
          await press('Check the rows')(page)
          await expect(page.getByRole('region', { name: '2 rows' })).toBeVisible()
        },
      },
      {
        page: '/centers/$centerId/students/import',
        to: async (page) => {
          await page.goto(`${center}/students/import`)
          await page.getByText('Or paste rows from a spreadsheet').click()
          const rows = [
            'First name,Last name,Grade,Parent email,Color',
            ',Nobody,4,,red',
            'Sam,Rivera,9,parent@demo.example,',
            'New,Comer,1,,',
          ]
          await page.getByLabel('Rows, starting with the column names').fill(rows.join('\n'))
          await press('Check the rows')(page)
          await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
        },
      },
    ],
  },
}
