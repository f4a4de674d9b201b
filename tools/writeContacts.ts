import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { contactsCsv, makeContacts } from '../demo/contacts';

const file = path.join(__dirname, '..', 'examples', 'data', 'crm-contacts.csv');
writeFileSync(file, contactsCsv(makeContacts()));
console.log(`Wrote ${file}`);
