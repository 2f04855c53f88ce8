import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'That was very fast. Please check the form and send it again.':
    'Eso fue muy rápido. Revise el formulario y envíelo de nuevo.',
  'This form was open for too long. Please send it again.':
    'Este formulario estuvo abierto demasiado tiempo. Envíelo de nuevo.',
  'Somebody else has just taken this seat. Please choose another one.':
    'Otra persona acaba de tomar este lugar. Elija otro.',
  '{name} isn’t taking requests right now.': '{name} no acepta solicitudes en este momento.',
  'Confirm your trial class': 'Confirme su clase de prueba',
  'Already confirmed? Then the center has your request. Otherwise, send the form again, or contact the center.':
    '¿Ya confirmó? Entonces el centro tiene su solicitud. Si no, envíe el formulario de nuevo o póngase en contacto con el centro.',
  'Somebody else has taken the seat you wanted. Please choose another one.':
    'Otra persona tomó el lugar que usted quería. Elija otro.',
  'Trial in {subject} for {firstName} at {name}': 'Clase de prueba de {subject} para {firstName} en {name}',
  '{firstName} has a trial class at {name}: {seat}. We sent you an email with the details.':
    '{firstName} tiene una clase de prueba en {name}: {seat}. Le enviamos un correo con los detalles.',
  '{name} has your request and will get in touch with you soon.':
    '{name} tiene su solicitud y se pondrá en contacto con usted pronto.',
  'Questions?': '¿Tiene preguntas?',
  '{on}, {time} to {endTime}, {className}': '{on}, {time} a {endTime}, {className}',
  'Day and time': 'Día y hora',
  'Choose…': 'Elija…',
  'None of these times work. Please contact me.':
    'Ninguna de estas horas me sirve. Pónganse en contacto conmigo.',
  'Try a class': 'Tome una clase de prueba',
  '{name} isn’t taking requests here right now. Please contact the center.':
    '{name} no recibe solicitudes aquí en este momento. Póngase en contacto con el centro.',
  'This center isn’t taking requests here right now. Please contact the center.':
    'Este centro no recibe solicitudes aquí en este momento. Póngase en contacto con el centro.',
  'Try a class at {name}': 'Tome una clase de prueba en {name}',
  'Loading the form': 'Cargando el formulario',
  'The form couldn’t be loaded.': 'No se pudo cargar el formulario.',
  'We sent a link to {email}. Open it within 3 days to confirm your request at {name}.':
    'Enviamos un enlace a {email}. Tiene 3 días para abrirlo y confirmar su solicitud en {name}.',
  'Nothing is booked until you confirm. No email after a few minutes? Check your spam folder.':
    'Nada queda reservado hasta que confirme. ¿No llega el correo en unos minutos? Revise la carpeta de correo no deseado.',
  'Choose a time, and we’ll email you a link to confirm it.':
    'Elija una hora y le enviaremos un enlace para confirmarla.',
  'Trial class': 'Clase de prueba',
  Website: 'Sitio web',
  'Request a trial class': 'Pedir una clase de prueba',
  Child: 'Niño o niña',
  Grade: 'Grado',
  Subject: 'Materia',
  Consent: 'Consentimiento',
  'Requests that aren’t confirmed within 3 days are deleted.':
    'Las solicitudes que no se confirman en 3 días se borran.',
  '{name} may store what I enter here to contact me about a trial class and to provide the class.':
    '{name} puede guardar lo que escribo aquí para ponerse en contacto conmigo sobre una clase de prueba y realizarla.',
  'Confirm your trial class at {center}': 'Confirme su clase de prueba en {center}',
  'Hello,\n\nSomeone used this address to request a trial class at {center}. If it was you, please confirm here:\n\n{link}\n\n{next} The link works once, within 3 days. If it wasn’t you, you can ignore this message. Nothing will happen, and your address will be deleted.\n\n{signature}\n':
    'Hola:\n\nCon esta dirección se pidió una clase de prueba en {center}. Si fue usted, confírmelo aquí:\n\n{link}\n\n{next} El enlace sirve una vez, durante 3 días. Si no fue usted, puede ignorar este mensaje. No pasará nada y se borrará su dirección.\n\n{signature}\n',
  'Once you confirm, this seat is yours: {seat}.': 'Cuando confirme, este lugar será suyo: {seat}.',
  'The center will contact you once you confirm.':
    'El centro se pondrá en contacto con usted cuando confirme.',
  '{child} has a trial class: {seat}.': '{child} tiene una clase de prueba: {seat}.',
  'Thank you for requesting a trial class for {child}. We will get in touch with you soon.':
    'Gracias por pedir una clase de prueba para {child}. Nos pondremos en contacto con usted pronto.',
  'Trial class at {center}': 'Clase de prueba en {center}',
  'Your trial class request at {center}': 'Su solicitud de clase de prueba en {center}',
  'Hello {parent},\n\n{agreed}\n\n{signature}\n': 'Hola, {parent}:\n\n{agreed}\n\n{signature}\n',
}
