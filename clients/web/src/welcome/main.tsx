import { render } from 'preact';
import '../console/styles/index.css';
import './welcome.css';
import { Welcome } from './welcome.tsx';

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<Welcome />, page);
}
