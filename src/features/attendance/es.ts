import type { Catalog } from '#shared/language.ts'

/** What the pages and messages of this feature say to families, in Spanish. */
export const es: Catalog = {
  'Opens at {time}.': 'Apertura: {time}.',
  'Closed at {endTime}. The office can still change it.':
    'Cierre: {endTime}. La oficina aún puede hacer cambios.',
  Sick: 'Enfermedad',
  'School event': 'Actividad escolar',
  Travel: 'Viaje',
  Other: 'Otro motivo',
  Excused: 'Justificada',
}
