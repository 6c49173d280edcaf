"""Keeps a researcher's publication list right across Google Scholar, arXiv and homepages."""
