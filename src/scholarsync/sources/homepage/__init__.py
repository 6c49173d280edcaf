"""Reads the publications off any researcher's page."""
