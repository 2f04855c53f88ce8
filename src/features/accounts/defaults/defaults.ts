import { avatars } from '#shared/avatars.ts'

/**
 * The product's lists (spec §7 `/defaults/{name}`, §9): the options that screens offer and the server
 * accepts, in one place. Every change to a list must increment `defaultsVersion`.
 */

const graph = { xlabel: 'x', ylabel: 'y', graphName: '' }

const units = (name: string, options: string) => ({ name, options: options.split(', ') })

const unitGroups = [
  units('Distance', 'mm, cm, m, km, in, ft, yd, mi'),
  units('Speed', 'm/s, km/h, ft/s, mi/h, mph, knots'),
  units('Time', 's, min, h, d, wk, mo, yr, seconds, minutes, hours, days, weeks, months, years, AM, PM'),
  units(
    'Direction',
    'north, northeast, east, southeast, south, southwest, west, northwest, up, down, left, right, clockwise, counterclockwise',
  ),
  units(
    'Numerical Expression Words',
    'sum, difference, product, quotient, plus, minus, times, divided by, more than, less than, twice, half, equals',
  ),
  units(
    '2D Shapes',
    'circle, triangle, equilateral triangle, isosceles triangle, right triangle, square, rectangle, rhombus, parallelogram, trapezoid, kite, pentagon, hexagon, octagon, polygon',
  ),
  units(
    '3D Shapes',
    'cube, rectangular prism, triangular prism, pyramid, square pyramid, cylinder, cone, sphere, tetrahedron',
  ),
]

const graphs = {
  positive: { ...graph, xmin: 0, xmax: 20, xminor: 1, xmajor: 5, ymin: 0, ymax: 20, yminor: 1, ymajor: 5 },
  cartesian: {
    ...graph,
    xmin: -10,
    xmax: 10,
    xminor: 1,
    xmajor: 5,
    ymin: -10,
    ymax: 10,
    yminor: 1,
    ymajor: 5,
  },
  line: {
    ...graph,
    ylabel: '',
    xmin: -10,
    xmax: 10,
    xminor: 1,
    xmajor: 1,
    ymin: 0,
    ymax: 0,
    yminor: 1,
    ymajor: 1,
  },
  plot: { ...graph, xmin: 0, xmax: 10, xminor: 1, xmajor: 1, ymin: 0, ymax: 20, yminor: 1, ymajor: 5 },
}

const subjects = ['Math', 'English', 'Private Tutoring', 'Group'] as const

const classTypes = ['PT', 'REGULAR', 'GROUP'] as const

export const awards = [
  'Medal',
  'Small Trophy',
  'Medium Trophy',
  'Large Trophy',
  'Extra Large Trophy',
  'Certificate',
] as const

export const phoneTypes = ['mobile', 'home', 'work', 'other'] as const

export const relationships = [
  'mother',
  'father',
  'parent',
  'guardian',
  'grandparent',
  'sibling',
  'other',
] as const

/** Templates for emails to families. Each `{{…}}` is filled in for each parent. */
export const emailTemplates = [
  {
    name: 'Class canceled',
    subject: 'No class on {{date}}',
    body: 'Dear {{parent}},\n\n{{class}} will not meet on {{date}}. We will find another time for {{children}}.\n\n{{center}}',
  },
  {
    name: 'Class takes place after all',
    subject: '{{class}} will meet on {{date}}',
    body: 'Dear {{parent}},\n\n{{class}} will meet on {{date}} after all. We look forward to seeing {{children}}.\n\n{{center}}',
  },
  {
    name: 'Center closed',
    subject: 'No classes on {{date}}',
    body: 'Dear {{parent}},\n\n{{center}} is closed on {{date}}, so there are no classes. We will find another time for {{children}}.\n\n{{center}}',
  },
  {
    name: 'Center open after all',
    subject: 'Classes will meet on {{date}}',
    body: 'Dear {{parent}},\n\n{{center}} is open on {{date}} after all. We look forward to seeing {{children}}.\n\n{{center}}',
  },
  {
    name: 'Absence',
    subject: '{{children}} on {{date}}',
    body: 'Dear {{parent}},\n\nWe missed {{children}} in {{class}} on {{date}}. Is everything OK?\n\n{{center}}',
  },
  { name: 'News', subject: 'News from {{center}}', body: 'Dear {{parent}},\n\n\n\n{{center}}' },
] as const

export const defaults: Record<string, unknown> = {
  frAnsOpts: unitGroups,
  graphs,
  subjects,
  classTypes,
  awards,
  avatars,
  phoneTypes,
  relationships,
  emailTemplates,
}

/** Version of the lists above. Increment it whenever one of them changes. */
export const defaultsVersion = 4

/**
 * Names of the email templates about a canceled class or a closed day (`isOff`), and of those that announce
 * that classes take place after all (`isOn`).
 */
export const newsTemplates = {
  class: { isOff: 'Class canceled', isOn: 'Class takes place after all' },
  day: { isOff: 'Center closed', isOn: 'Center open after all' },
} as const
