import { Link } from '@tanstack/react-router';
import icon from '../assets/icon.svg';
import styles from './brand.module.css';

export const Brand = () => (
  <Link to="/" className={styles['brand']}>
    <img src={icon} alt="" width={26} height={26} />
    Catch Data
  </Link>
);
